package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.OperatingSystemMXBean;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;

/**
 * Two MiB of the worst input there is: each byte or pair of bytes a mistake of its own, which is
 * answered by a line of its own.
 */
@Timeout(120)
class FloodTest {
    private static final int BYTES = 2 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final int ATTEMPTS = 6;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "01 | 1",
                "FF | 1",
                "7D | 1",
                "31 2C | 2",
                "01 7D | 2",
                "01 7D FF 5D 3A 2C | 6",
                "7B 7D | 1",
                "5B 5D | 1",
                "22 22 | 1",
                "61 09 | 1",
            })
    void isAnsweredMistakeByMistakeInLessThanASecond(String piece, int mistakes) throws Exception {
        byte[] unit = HexFormat.ofDelimiter(" ").parseHex(piece);
        int count = BYTES / unit.length;
        byte[] flood = new byte[count * unit.length];
        for (int i = 0; i < flood.length; i++) {
            flood[i] = unit[i % unit.length];
        }
        long best = Long.MAX_VALUE;
        try (TestMonitor monitor = TestMonitor.start(folder)) {
            for (int i = 0; i < ATTEMPTS && best >= LIMIT.toNanos(); i++) {
                long cpu = cpu();
                long wall = System.nanoTime();
                assertEquals((long) count * mistakes, answers(monitor, flood));
                best = Math.min(best, Math.min(cpu() - cpu, System.nanoTime() - wall));
            }
        }
        String took = "took " + best / 1_000_000 + " ms at best";
        assertTrue(best < LIMIT.toNanos(), took);
    }

    /** How many lines come back. */
    private static long answers(TestMonitor monitor, byte[] flood) throws Exception {
        try (SocketChannel channel =
                SocketChannel.open(UnixDomainSocketAddress.of(monitor.socket))) {
            Thread sender = Thread.ofPlatform().start(() -> send(channel, flood));
            ByteBuffer received = ByteBuffer.allocate(1 << 18);
            long lines = -1; // the greeting
            while (channel.read(received.clear()) >= 0) {
                lines += lines(received.flip());
            }
            sender.join();
            return lines;
        }
    }

    private static int lines(ByteBuffer received) {
        int lines = 0;
        for (int i = 0; i < received.limit(); i++) {
            lines += received.get(i) == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static void send(SocketChannel channel, byte[] flood) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(flood);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.shutdownOutput();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Processor time of this whole process: the machine may have other work. */
    private static long cpu() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }
}
