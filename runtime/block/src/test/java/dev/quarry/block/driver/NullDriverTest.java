package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.Filenames;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.Arrays;

class NullDriverTest {
    @Test
    void readsZerosWhateverWasWrittenAndWhateverTheBufferHeld() {
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(add(graph, GivenOptions.NONE, null, null))) {
            assertEquals(1 << 30, disk.size());
            byte[] fives = new byte[1000];
            Arrays.fill(fives, (byte) 5);
            disk.write(0, ByteBuffer.wrap(fives), WriteFlags.FUA);
            ByteBuffer read = ByteBuffer.wrap(fives.clone());
            disk.read(0, read);
            assertArrayEquals(new byte[1000], read.array());
        }
    }

    @Test
    void hasNoFastZeroWriteAndDetectsNothing() {
        GivenOptions detecting =
                GivenOptions.NONE.withUnmap(true).withDetectZeroes(DetectZeroes.UNMAP);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(add(graph, detecting, null, true))) {
            disk.write(0, ByteBuffer.allocate(1000), WriteFlags.NONE);
            disk.writeZeroes(0, 1 << 20, WriteFlags.MAY_UNMAP);
            assertThrows(
                    BlockException.class, () -> disk.writeZeroes(0, 4096, WriteFlags.NO_FALLBACK));
            disk.discard(0, 4096);
            assertEquals(0, disk.node().zeroCounters().found());
            assertEquals(1, disk.node().zeroCounters().noZeroWrite());
        }
    }

    @Test
    void statusSaysZerosOnlyWhereReadsAreTold() {
        try (TestGraph graph = new TestGraph()) {
            try (BlockBackend told = graph.reader(add(graph, GivenOptions.NONE, 1000L, true))) {
                BlockStatus status = told.blockStatus(0, 1024, true);
                assertTrue(status.isZero());
                assertFalse(status.isData());
                assertEquals(1024, status.bytes());
            }
            graph.graph().del("n");
            try (BlockBackend silent = graph.reader(add(graph, GivenOptions.NONE, null, null))) {
                assertFalse(silent.blockStatus(0, 1024, true).isZero());
                assertFalse(silent.blockStatus(0, 1024, true).isData());
            }
        }
    }

    @Test
    void sizeIsRoundedUpAndBounded() {
        try (TestGraph graph = new TestGraph()) {
            assertEquals(1024, add(graph, GivenOptions.NONE, 1000L, null).size());
            graph.graph().del("n");
            BlockNode huge = add(graph, GivenOptions.NONE, BlockLimits.MAX_LENGTH, null);
            assertEquals(9_223_372_035_781_033_984L, huge.size());
            for (long size : new long[] {-1, BlockLimits.MAX_LENGTH + 1}) {
                assertThrows(BlockException.class, () -> new NullDriver.Settings(size, 0, null));
            }
        }
    }

    @Test
    void shortNameExistsWithoutOptionsOnly() {
        try (TestGraph graph = new TestGraph()) {
            assertEquals("null-co://", Filenames.of(add(graph, GivenOptions.NONE, null, null)));
            graph.graph().del("n");
            assertEquals(
                    "json:{\"driver\": \"null-co\", \"size\": 4096, \"read-zeroes\": true}",
                    Filenames.of(add(graph, GivenOptions.NONE, 4096L, true)));
        }
    }

    @Test
    void latencyDelaysEveryRequest() {
        NullDriver.Settings slow = new NullDriver.Settings(null, 5_000_000, null);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk =
                        graph.reader(
                                graph.add(
                                        NullDriver.define(
                                                "null-aio", GivenOptions.named("n"), slow)))) {
            long start = System.nanoTime();
            disk.read(0, ByteBuffer.allocate(1));
            assertTrue(System.nanoTime() - start >= 5_000_000);
        }
    }

    private static BlockNode add(
            TestGraph graph,
            GivenOptions options,
            @Nullable Long size,
            @Nullable Boolean readZeroes) {
        return graph.add(
                NullDriver.define(
                        "null-co",
                        options.withName("n"),
                        new NullDriver.Settings(size, 0, readZeroes)));
    }
}
