package dev.quarry.nbd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A disk that waits: its requests are carried out beside each other, and nothing gets mixed up. */
@Timeout(60)
class CrewTest {
    private static final int BLOCK = 4096;
    private static final int BLOCKS = 1024;
    private static final int DEPTH = 16;
    private static final long SEED = Long.getLong("seed", System.nanoTime());

    @TempDir Path folder;

    private final Random random = new Random(SEED);
    private final WaitingDisk disk = new WaitingDisk();
    private final byte[] model = new byte[BLOCKS * BLOCK];
    private final Map<Long, Integer> readsUnderWay = new HashMap<>();

    @Test
    void requestsSentTogetherRunBesideEachOtherAndDoWhatTheyDoAlone() throws IOException {
        try (NbdServer server = TestServer.unix(folder, TestServer.writable("d", disk));
                RawClient client = new RawClient(server.address()).greet(3).go("d")) {
            for (int round = 0; round < 40; round++) {
                sendDistinctRequests(client, round);
                for (int i = 0; i < DEPTH; i++) {
                    takeReply(client);
                }
            }
        }
        assertArrayEquals(model, disk.snapshot(), () -> "seed " + SEED);
        assertTrue(disk.most.get() > 4, () -> "at most " + disk.most + " at a time");
        assertEquals(0, disk.running.get(), "requests running after the server closed");
    }

    /** Sixteen requests to different blocks, since the order among them is free. */
    private void sendDistinctRequests(RawClient client, int round) throws IOException {
        int first = random.nextInt(BLOCKS - DEPTH);
        ByteBuffer all = ByteBuffer.allocate(DEPTH * (28 + BLOCK));
        for (int i = 0; i < DEPTH; i++) {
            request(all, round * 100L + i, first + i);
        }
        client.send(all.flip());
    }

    private void request(ByteBuffer all, long cookie, int block) {
        long offset = (long) block * BLOCK;
        switch (random.nextInt(3)) {
            case 0 -> {
                new NbdRequest(0, NbdProtocol.Command.READ, cookie, offset, BLOCK)
                        .encode(all, NbdForm.SIMPLE);
                readsUnderWay.put(cookie, block);
            }
            case 1 -> {
                new NbdRequest(0, NbdProtocol.Command.WRITE_ZEROES, cookie, offset, BLOCK)
                        .encode(all, NbdForm.SIMPLE);
                Arrays.fill(model, (int) offset, (int) offset + BLOCK, (byte) 0);
            }
            default -> {
                byte[] data = new byte[BLOCK];
                random.nextBytes(data);
                new NbdRequest(0, NbdProtocol.Command.WRITE, cookie, offset, BLOCK)
                        .encode(all, NbdForm.SIMPLE);
                all.put(data);
                System.arraycopy(data, 0, model, (int) offset, BLOCK);
            }
        }
    }

    private void takeReply(RawClient client) throws IOException {
        ByteBuffer reply = client.take(16);
        assertEquals(NbdProtocol.SIMPLE_REPLY_MAGIC, reply.getInt(), () -> "seed " + SEED);
        assertEquals(0, reply.getInt(), () -> "seed " + SEED);
        Integer block = readsUnderWay.remove(reply.getLong());
        if (block != null) {
            byte[] expected = Arrays.copyOfRange(model, block * BLOCK, (block + 1) * BLOCK);
            assertArrayEquals(expected, client.take(BLOCK).array(), () -> "seed " + SEED);
        }
    }

    @Test
    void closingTheExportWaitsForAllThatRuns() throws IOException {
        NbdExport export = TestServer.writable("d", disk);
        try (NbdServer server = TestServer.unix(folder, export);
                RawClient client = new RawClient(server.address()).greet(3).go("d")) {
            for (int i = 0; i < 10 * DEPTH; i++) {
                client.request(NbdProtocol.Command.WRITE_ZEROES, 0, i, 0, BLOCK);
            }
            export.close();
            assertEquals(0, disk.running.get());
            assertFalse(export.isInUse());
        }
    }

    /** Takes half a millisecond for a request, as a device might. */
    private static final class WaitingDisk extends MemoryDisk {
        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();

        WaitingDisk() {
            super(BLOCKS * BLOCK);
        }

        private void await(Runnable work) {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(500));
            work.run();
            running.decrementAndGet();
        }

        // Not synchronized as the methods they replace: the waiting is what happens side by side
        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void read(long offset, ByteBuffer into) {
            await(() -> super.read(offset, into));
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void write(long offset, ByteBuffer from, boolean fua) {
            await(() -> super.write(offset, from, fua));
        }

        @Override
        @SuppressWarnings("UnsynchronizedOverridesSynchronized")
        public void writeZeroes(
                long offset, long length, boolean mayUnmap, boolean fast, boolean fua) {
            await(() -> super.writeZeroes(offset, length, mayUnmap, fast, fua));
        }
    }
}
