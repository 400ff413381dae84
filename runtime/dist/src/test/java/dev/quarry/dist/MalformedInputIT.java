package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Malformed input on the monitor and on the NBD port harms nobody: a good client beside it is
 * answered within a second throughout, and the daemon ends as lean as it began.
 */
@Timeout(300)
class MalformedInputIT {
    private static final int INPUTS = 500;
    private static final int WARM_UP = 60;
    private static final int SIZE = 4 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Seed seed = Seed.orElse(500);

    @TempDir private Path folder;

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img");
    }

    @Test
    void monitorBearsMalformedInput() throws IOException {
        Path bad = folder.resolve("bad.sock");
        try (var server = NbdExports.unix(folder, SIZE, DaemonProcess.monitor(bad, "bad"))) {
            var inputs = new MalformedMonitorInput(seed.random("monitor"));
            var address = UnixDomainSocketAddress.of(bad);
            feed(server, inputs::next, address, MalformedInputIT::expectMessages);
        }
    }

    @Test
    void nbdPortBearsMalformedInput() throws IOException {
        try (var server = NbdExports.tcp(folder, SIZE, List.of())) {
            var inputs = new MalformedNbdInput(seed.random("nbd"), "qcow2", SIZE);
            feed(server, inputs::next, server.where(), replies -> {});
        }
        Images.expectClean(folder.resolve("disk.qcow2"));
    }

    private void feed(
            NbdExports server,
            Supplier<byte[]> inputs,
            SocketAddress port,
            Consumer<List<String>> check)
            throws IOException {
        DaemonProcess daemon = server.daemon();
        var tidy = new Tidy(daemon.monitor());
        Random random = seed.random("ends");
        try (var socket = NbdSocket.open(server.where(), "raw")) {
            for (int left = WARM_UP; left > 0; left--) {
                send(inputs.get(), port, random.nextBoolean(), check);
            }
            tidy.up();
            Footprint before = Footprint.of(daemon);
            var good = new GoodClient(daemon.monitor(), socket);
            for (int left = INPUTS; left > 0; left--) {
                send(inputs.get(), port, random.nextBoolean(), check);
                good.expectWell();
            }
            assertTrue(good.stop() > 3, "the good client was hardly at work");
            tidy.up();
            before.expectNoMore(daemon, seed.toString());
        }
        assertTrue(daemon.isAlive(), daemon::log);
        daemon.terminate();
    }

    /** Sends an input; then leaves at once, or half-closes and hears the server out. */
    private static void send(
            byte[] input, SocketAddress port, boolean leave, Consumer<List<String>> check)
            throws IOException {
        try (var channel = SocketChannel.open(port)) {
            if (leave) {
                channel.configureBlocking(false);
                channel.write(ByteBuffer.wrap(input));
            } else {
                var replies = new Lines(Channels.newInputStream(channel));
                writeAll(channel, ByteBuffer.wrap(input));
                check.accept(heardOut(replies, input));
            }
        }
    }

    private static List<String> heardOut(Lines replies, byte[] input) {
        try {
            return replies.rest(LIMIT);
        } catch (AssertionError e) {
            String start = new String(input, 0, Math.min(200, input.length), ISO_8859_1);
            throw new AssertionError(input.length + " bytes of input: " + start, e);
        }
    }

    /** A server may close while it is still being written to. */
    private static void writeAll(SocketChannel channel, ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.shutdownOutput();
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage());
            boolean closed = why.contains("Broken pipe") || why.contains("reset");
            assertTrue(closed || why.contains("not connected"), why);
        }
    }

    private static void expectMessages(List<String> lines) {
        lines.forEach(MonitorLine::message);
    }
}
