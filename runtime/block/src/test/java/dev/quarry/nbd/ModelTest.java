package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Random requests by the client, against an array. A failure tells its seed; -Dseed= replays. */
@Timeout(60)
class ModelTest {
    private static final int SIZE = 8 << 20;
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @TempDir Path folder;

    private final Random random = new Random(SEED);
    private final byte[] model = new byte[SIZE];

    @Test
    void randomRequestsOverUnixDoToTheDiskWhatTheyDoToAnArray() throws IOException {
        MemoryDisk disk = new MemoryDisk(SIZE);
        try (NbdServer server = TestServer.unix(folder, TestServer.writable("d", disk))) {
            run(server, 1500);
        }
        assertArrayEquals(model, disk.snapshot(), () -> "seed " + SEED);
    }

    @Test
    void randomRequestsOverTcpDoToTheDiskWhatTheyDoToAnArray() throws IOException {
        MemoryDisk disk = new MemoryDisk(SIZE);
        try (NbdServer server = TestServer.tcp(TestServer.writable("d", disk))) {
            run(server, 500);
        }
        assertArrayEquals(model, disk.snapshot(), () -> "seed " + SEED);
    }

    @Test
    void withoutPooledBuffersLargeRequestsGoInPieces() throws IOException {
        List<NbdBuffers.Lease> hoard = new ArrayList<>();
        for (int bytes = 1 << 24; bytes > 0; bytes /= 2) {
            for (var got = NbdBuffers.lease(bytes); got != null; got = NbdBuffers.lease(bytes)) {
                hoard.add(got);
            }
        }
        MemoryDisk disk = new MemoryDisk(SIZE);
        try (NbdServer server = TestServer.unix(folder, TestServer.writable("d", disk))) {
            run(server, 500);
            readWithoutStructuredReplies(server);
        } finally {
            hoard.forEach(NbdBuffers.Lease::close);
        }
        assertArrayEquals(model, disk.snapshot(), () -> "seed " + SEED);
    }

    private void readWithoutStructuredReplies(NbdServer server) throws IOException {
        try (RawClient raw = new RawClient(server.address()).greet(3).go("d")) {
            raw.request(NbdProtocol.Command.READ, 0, 5, 12345, 1 << 20);
            assertEquals(0, raw.simpleError(5));
            byte[] expected = Arrays.copyOfRange(model, 12345, 12345 + (1 << 20));
            assertArrayEquals(expected, raw.take(1 << 20).array(), () -> "seed " + SEED);
        }
    }

    private void run(NbdServer server, int requests) {
        try (NbdClient client = NbdClient.connect(server.address(), "d")) {
            for (int i = 0; i < requests; i++) {
                int bytes = length();
                step(client, random.nextInt(SIZE - bytes + 1), bytes);
            }
        }
    }

    /** Mostly small, sometimes larger than every buffer of the server. */
    private int length() {
        return random.nextInt(1 << (3 + random.nextInt(19)));
    }

    private void step(NbdClient client, int offset, int bytes) {
        switch (random.nextInt(8)) {
            case 0, 1 -> write(client, offset, bytes);
            case 2 -> zero(client, offset, bytes);
            case 3 -> {
                client.trim(offset, bytes);
                Arrays.fill(model, offset, offset + bytes, (byte) 0);
            }
            case 4 -> extents(client, offset, bytes);
            case 5 -> client.cache(offset, bytes);
            default -> read(client, offset, bytes);
        }
    }

    private void write(NbdClient client, int offset, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        client.write(offset, buffer().put(data).flip(), random.nextBoolean());
        System.arraycopy(data, 0, model, offset, bytes);
    }

    private void zero(NbdClient client, int offset, int bytes) {
        client.writeZeroes(offset, bytes, random.nextBoolean(), false, random.nextBoolean());
        Arrays.fill(model, offset, offset + bytes, (byte) 0);
    }

    private void read(NbdClient client, int offset, int bytes) {
        ByteBuffer into = buffer().limit(bytes);
        client.read(offset, into);
        byte[] got = new byte[bytes];
        into.flip().get(got);
        byte[] expected = Arrays.copyOfRange(model, offset, offset + bytes);
        assertArrayEquals(expected, got, () -> "seed " + SEED + ", read at " + offset);
    }

    private void extents(NbdClient client, int offset, int bytes) {
        if (bytes == 0) {
            return;
        }
        int at = offset;
        for (NbdExtent extent : client.extents(offset, bytes)) {
            int end = (int) (at + extent.bytes());
            for (; extent.isZero() && at < end; at++) {
                assertEquals(0, model[at], "seed " + SEED + ": not zero at " + at);
            }
            at = end;
        }
        assertEquals(offset + bytes, at, "seed " + SEED);
    }

    private ByteBuffer buffer() {
        return random.nextBoolean()
                ? ByteBuffer.allocate(1 << 22)
                : ByteBuffer.allocateDirect(1 << 22);
    }
}
