package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Writers whose bytes are apart but whose blocks are not: every read-modify-write must be alone, or
 * somebody's bytes are lost.
 */
class OverlappingWritesTest {
    private static final int THREADS = 6;
    private static final int SLICE = 100;
    private static final int ROUNDS = 300;
    private static final int STRIDE = THREADS * SLICE;
    private static final int SIZE = 512 * 75;

    @Test
    void neighboursInOneBlockLoseNothing() throws InterruptedException {
        long seed = Long.getLong("seed", System.nanoTime());
        MemoryDriver driver = new MemoryDriver(SIZE);
        driver.withLimits(driver.limits().withRequestAlignment(512, 1));
        byte[] model = new byte[SIZE];
        GivenOptions options =
                GivenOptions.named("n").withUnmap(true).withDetectZeroes(DetectZeroes.UNMAP);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(graph.add(driver.definition(options)))) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int writer = i;
                threads.add(
                        Thread.ofPlatform()
                                .start(() ->
                                        write(disk, writer, new Random(seed + writer), model)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(0, disk.node().inFlight());
        }
        assertEquals(
                -1,
                Arrays.mismatch(model, driver.content()),
                "first lost byte; replay with -Dseed=" + seed);
    }

    /** Writes only slices of its own, so the model needs no order between threads. */
    private static void write(BlockBackend disk, int writer, Random random, byte[] model) {
        for (int round = 0; round < ROUNDS; round++) {
            int at = random.nextInt(SIZE / STRIDE) * STRIDE + writer * SLICE;
            byte[] data = new byte[SLICE];
            Arrays.fill(data, (byte) (random.nextInt(3) == 0 ? 0 : random.nextInt(256)));
            if (random.nextInt(4) == 0) {
                Arrays.fill(data, (byte) 0);
                disk.writeZeroes(at, SLICE, WriteFlags.MAY_UNMAP);
            } else {
                disk.write(at, ByteBuffer.wrap(data), WriteFlags.NONE);
            }
            System.arraycopy(data, 0, model, at, SLICE);
        }
    }
}
