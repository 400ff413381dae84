package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Writes that are examined in parts: what reaches the driver, against the payload. */
class DetectGranularityTest {
    private static final int SIZE = 1 << 20;
    private static final int ROUNDS = 400;

    @Test
    void everyByteIsWrittenOnceInNoMoreFragmentsThanParts() {
        long seed = Seed.next().value();
        Random random = new Random(seed);
        for (int part : new int[] {512, 4096, 65_536}) {
            MemoryDriver driver = new MemoryDriver(SIZE);
            byte[] expected = new byte[SIZE];
            GivenOptions options =
                    GivenOptions.named("n")
                            .withDetectZeroes(DetectZeroes.ON)
                            .withDetectGranularity(part);
            try (TestGraph graph = new TestGraph();
                    BlockBackend disk = graph.writer(graph.add(driver.definition(options)))) {
                for (int round = 0; round < ROUNDS; round++) {
                    int offset = random.nextInt(SIZE - 1);
                    byte[] payload = payload(random, random.nextInt(SIZE - offset) + 1);
                    System.arraycopy(payload, 0, expected, offset, payload.length);
                    driver.clearLog();
                    disk.write(offset, ByteBuffer.wrap(payload), WriteFlags.NONE);
                    requireRuns(driver.log(), payload, offset, part, "seed " + seed);
                }
            }
            assertArrayEquals(expected, driver.content(), "seed " + seed);
        }
    }

    /** Zeros with some runs of data in them. */
    private static byte[] payload(Random random, int length) {
        byte[] payload = new byte[length];
        for (int i = random.nextInt(4); i > 0; i--) {
            int from = random.nextInt(length);
            int to = from + random.nextInt(Math.min(length - from, 100_000)) + 1;
            Arrays.fill(payload, from, to, (byte) 1);
        }
        return payload;
    }

    private static void requireRuns(
            List<String> log, byte[] payload, long offset, int part, String message) {
        long at = offset;
        String kind = "";
        for (String line : log) {
            String[] words = line.split("[ +]", -1);
            assertEquals(at, Long.parseLong(words[1]), message + log);
            assertTrue(!words[0].equals(kind), message + " neighbours of one kind: " + log);
            int bytes = Integer.parseInt(words[2]);
            boolean zero = isZero(payload, (int) (at - offset), bytes);
            assertEquals(zero, words[0].equals("zero"), message + log);
            kind = words[0];
            at += bytes;
        }
        assertEquals(offset + payload.length, at, message + log);
        long parts = (offset + payload.length - 1) / part - offset / part + 1;
        assertTrue(log.size() <= parts, message + log);
    }

    private static boolean isZero(byte[] payload, int from, int bytes) {
        for (int i = from; i < from + bytes; i++) {
            if (payload[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Test
    void aStableWriteInPartsIsFlushedOnce() {
        MemoryDriver driver = new MemoryDriver(SIZE);
        GivenOptions options =
                GivenOptions.named("n")
                        .withDetectZeroes(DetectZeroes.ON)
                        .withDetectGranularity(4096);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(graph.add(driver.definition(options)))) {
            byte[] payload = new byte[16_384];
            payload[5000] = 1;
            disk.write(0, ByteBuffer.wrap(payload), WriteFlags.FUA);
        }
        assertEquals(
                List.of("zero 0+4096", "write 4096+4096", "zero 8192+8192", "flush", "sync"),
                driver.log());
    }
}
