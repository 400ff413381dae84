package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;

/** What guest requests cost in operations on the file. */
class WriteCostTest {
    /** Writes of a new L2 table before the flush: it takes its space, so that a commit finds it. */
    private static final int NEW_TABLE = 1;

    private static final int MIB = 1 << 20;

    private final MemoryFile file = new MemoryFile();

    @Test
    void aSequentialWriteIsOneWriteOfTheFile() {
        try (OpenImage image = create()) {
            for (int i = 0; i < 16; i++) {
                image.write((long) i * MIB, ByteBuffer.allocate(MIB));
            }
            assertEquals(16 + NEW_TABLE, cost.writes());
            assertEquals(0, cost.flushes());
            image.flush();
            assertTrue(
                    cost.writes() <= 16 + NEW_TABLE + 3, "refcounts, L2 and L1: " + cost.writes());
            assertEquals(3, cost.flushes());
            image.write(0, ByteBuffer.allocate(MIB));
            image.flush();
            assertEquals(4, cost.flushes(), "in place there is nothing to order");
        }
    }

    @Test
    void zeroWritesTouchTheFileForNewTablesAndOnFlush() {
        try (OpenImage image = create()) {
            for (int i = 0; i < 64; i++) {
                image.writeZeroes((long) i * MIB, MIB, true);
            }
            assertEquals(NEW_TABLE, cost.writes());
            image.flush();
            assertTrue(cost.writes() <= NEW_TABLE + 3, "refcounts, L2 and L1: " + cost.writes());
            long before = cost.writes();
            image.writeZeroes(0, 64 * MIB, true);
            image.flush();
            assertEquals(before, cost.writes(), "zeros again change nothing");
        }
    }

    @Test
    void aSmallWriteIntoNothingWritesItselfAndTheNewTable() {
        try (OpenImage image = create()) {
            image.write(5 * 4096, ByteBuffer.allocate(4096).put(0, (byte) 1));
            assertEquals(1 + NEW_TABLE, cost.writes());
            assertEquals(4096 + (1 << 16), cost.bytes());
        }
    }

    @Test
    void freeingManyClustersIsOneCommit() {
        try (OpenImage image = create()) {
            image.write(0, ByteBuffer.allocate(32 * MIB));
            image.flush();
            long flushes = cost.flushes();
            for (int i = 0; i < 512; i++) {
                image.writeZeroes((long) i << 16, 1 << 16, true);
            }
            assertEquals(flushes, cost.flushes());
            assertEquals(2, cost.discards(), "neighbours are discarded together, 256 at a time");
            image.writeZeroes(20 * MIB, 1 << 16, true);
            image.flush();
            assertEquals(flushes + 1, cost.flushes(), "hiding depends on nothing");
            assertEquals(2, cost.discards(), "what was free already is not discarded again");
        }
    }

    private final CountingFile cost = new CountingFile(file);

    private OpenImage create() {
        Qcow2Format.create(file, CreateOptions.ofSize(1L << 30));
        return OpenImage.open(cost, OpenImage.Options.READ_WRITE, BackingSource.NONE, _ -> {});
    }
}
