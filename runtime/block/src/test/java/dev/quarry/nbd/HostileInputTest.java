package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Malformed input, seeded: the server lives, others are served, nothing is left behind. */
@Timeout(120)
class HostileInputTest {
    private static final int INPUTS = 500;
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final long A_SECOND = 1_000_000_000;

    @TempDir Path folder;

    private final Random random = new Random(SEED);

    @Test
    void malformedInputHarmsNoOneAndLeavesNothingBehind() throws IOException {
        awaitThreads(0); // those of tests before this one
        MemoryDisk disk = new MemoryDisk(1 << 20);
        NbdExport writable = TestServer.writable("good", disk);
        NbdExport attacked = TestServer.readOnly("d", new MemoryDisk(1 << 16));
        try (NbdServer server = TestServer.unix(folder, writable, attacked);
                NbdClient good = NbdClient.connect(server.address(), "good")) {
            expectService(good, INPUTS);
            long threads = threads();
            long descriptors = descriptors();
            for (int i = 0; i < INPUTS; i++) {
                attack(server, i);
                expectService(good, i);
            }
            awaitThreads(threads);
            assertEquals(threads, threads(), "seed " + SEED);
            assertEquals(descriptors, descriptors(), "seed " + SEED);
        }
        awaitThreads(0);
        assertEquals(0, threads(), "seed " + SEED);
    }

    private void attack(NbdServer server, int number) throws IOException {
        try (RawClient client = new RawClient(server.address())) {
            switch (number % 5) {
                case 0 -> client.send(noise());
                case 1 -> client.greet(3).send(noise());
                case 2 -> brokenOption(client.greet(3));
                case 3 -> client.greet(3).go("d").send(noise());
                default -> brokenRequest(client.greet(3).structured().go("d"));
            }
            if (random.nextBoolean()) {
                client.shutdownOutput();
            }
        } catch (IOException e) {
            String text = String.valueOf(e.getMessage());
            assertTrue(
                    text.contains("pipe") || text.contains("reset") || text.contains("closed"),
                    () -> "seed " + SEED + ": " + e);
        }
    }

    private byte[] noise() {
        byte[] bytes = new byte[random.nextInt(1 << (1 + random.nextInt(17)))];
        random.nextBytes(bytes);
        return bytes;
    }

    /** A right header, then nonsense; sometimes less than the header says. */
    private void brokenOption(RawClient client) throws IOException {
        byte[] payload = noise();
        int said = random.nextBoolean() ? payload.length : random.nextInt();
        ByteBuffer out = ByteBuffer.allocate(16 + payload.length);
        out.putLong(NbdProtocol.OPTION_MAGIC).putInt(random.nextInt(13)).putInt(said).put(payload);
        client.send(out.flip());
    }

    /** A right magic, then nonsense, in a row. */
    private void brokenRequest(RawClient client) throws IOException {
        for (int i = random.nextInt(20); i >= 0; i--) {
            client.request(
                    random.nextInt(10),
                    random.nextInt(64),
                    random.nextLong(),
                    random.nextLong() >> random.nextInt(64),
                    random.nextLong() >>> (32 + random.nextInt(32)));
        }
    }

    private static void expectService(NbdClient good, int number) {
        long start = System.nanoTime();
        ByteBuffer sent = ByteBuffer.allocate(64).putInt(number).clear();
        good.write(number * 64L, sent, false);
        ByteBuffer got = ByteBuffer.allocate(64);
        good.read(number * 64L, got);
        assertEquals(number, got.getInt(0), "seed " + SEED);
        assertTrue(System.nanoTime() - start < A_SECOND, () -> "too slow, seed " + SEED);
    }

    /** Connections end a little after their clients. */
    private static void awaitThreads(long atMost) {
        long end = System.nanoTime() + 10 * A_SECOND;
        while (threads() > atMost && System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    /** Connections, the acceptor and the clock's thread, which starts with the first connection. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("nbd-"))
                .count();
    }

    private static long descriptors() throws IOException {
        long count = 0;
        try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path descriptor : open) {
                count += Files.isSymbolicLink(descriptor) ? 1 : 0;
            }
        }
        return count;
    }
}
