package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.NodeOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.query.NodeQueries;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockdevAioOptions;
import dev.quarry.qapi.generated.BlockdevCacheOptions;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.ImageInfo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;

/** From options of the schema to a node, and from the node to the answers of queries. */
class BlockDriversTest {
    @TempDir Path folder;

    @Test
    void everyCommonOptionArrives() throws IOException {
        Path path = Disks.full(folder, 4096);
        BlockdevOptions options =
                BlockdevOptions.File.builder()
                        .nodeName("f")
                        .filename(path.toString())
                        .discard(BlockdevDiscardOptions.UNMAP)
                        .detectZeroes(BlockdevDetectZeroesOptions.UNMAP)
                        .cache(BlockdevCacheOptions.builder().noFlush(true).build())
                        .readOnly(true)
                        .autoReadOnly(true)
                        .forceShare(true)
                        .build();
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(BlockDrivers.define(options));
            assertEquals(
                    new NodeOptions(true, false, true, true, true, true, DetectZeroes.UNMAP, 0),
                    node.options());
        }
    }

    @Test
    void rawTakesItsFileInlineOrByName() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            graph.add(BlockDrivers.define(file(path).nodeName("f").build()));
            BlockNode by =
                    graph.add(
                            BlockDrivers.define(
                                    raw(new BlockdevRef.Reference("f")).nodeName("r1").build()));
            assertEquals("f", by.children().getFirst().node().name());
            BlockNode inline =
                    graph.add(
                            BlockDrivers.define(
                                    raw(new BlockdevRef.Definition(file(path).build()))
                                            .nodeName("r2")
                                            .size(4096L)
                                            .build()));
            assertEquals(4096, inline.size());
            assertEquals(ChildRole.WINDOW, inline.children().getFirst().roles());
            assertTrue(inline.children().getFirst().node().options().unmap());
        }
    }

    @Test
    void whatIsNotBuiltIsRefusedByName() {
        Path path = folder.resolve("f");
        assertRefused("pr-manager", file(path).prManager("p").build());
        assertRefused("x-check-cache-dropped", file(path).xCheckCacheDropped(true).build());
        assertRefused("aio-max-batch", file(path).aioMaxBatch(-1L).build());
        assertRefused(
                "latency-ns",
                BlockdevOptions.NullCo.builder().latencyNs(BigInteger.ONE.shiftLeft(63)).build());
        assertRefused("size", BlockdevOptions.NullAio.builder().size(-1L).build());
        assertRefused("offset", raw(new BlockdevRef.Reference("f")).offset(-1L).build());
        BlockdevRef device = new BlockdevRef.Definition(file(path).id("drive0").build());
        assertRefused("id", raw(device).build());
    }

    @Test
    void whatHasNothingToActOnIsAccepted() {
        for (BlockdevAioOptions aio : BlockdevAioOptions.values()) {
            BlockDrivers.define(
                    file(folder.resolve("f")).aio(aio).aioMaxBatch(8L).dropCache(false).build());
        }
    }

    @Test
    void deviceInfoHasEveryMandatoryMember() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node =
                    graph.add(
                            BlockDrivers.define(
                                    raw(new BlockdevRef.Definition(file(path).build()))
                                            .nodeName("r")
                                            .discard(BlockdevDiscardOptions.UNMAP)
                                            .detectZeroes(BlockdevDetectZeroesOptions.UNMAP)
                                            .build()));
            node.setWriteThreshold(5);
            BlockDeviceInfo info = new NodeQueries(true).deviceInfo(node, false);
            assertEquals(path.toString(), info.file());
            assertEquals("r", info.nodeName());
            assertEquals("raw", info.drv());
            assertEquals(BlockdevDetectZeroesOptions.UNMAP, info.detectZeroes());
            assertEquals(0, info.backingFileDepth());
            assertEquals(5, info.writeThreshold());
            assertEquals(
                    List.of(true, false, false),
                    List.of(
                            info.cache().writeback(),
                            info.cache().direct(),
                            info.cache().noFlush()));
            assertNull(info.backingFile());
            assertEquals(65_536, info.image().virtualSize());
            assertEquals(65_536L, info.image().actualSize());
            assertEquals(false, info.image().dirtyFlag());
        }
    }

    @Test
    void nullHasNoDirtyFlagAndNoSpace() {
        try (TestGraph graph = new TestGraph()) {
            BlockNode node =
                    graph.add(
                            BlockDrivers.define(
                                    BlockdevOptions.NullCo.builder().nodeName("n").build()));
            ImageInfo image = new NodeQueries(true).deviceInfo(node, true).image();
            assertNull(image.dirtyFlag());
            assertEquals(0L, image.actualSize());
            assertEquals("null-co", image.format());
        }
    }

    private static void assertRefused(String option, BlockdevOptions options) {
        BlockException refused =
                assertThrows(BlockException.class, () -> BlockDrivers.define(options));
        assertTrue(refused.getMessage().contains("'" + option + "'"), refused.getMessage());
    }

    private static BlockdevOptions.File.Builder file(Path path) {
        return BlockdevOptions.File.builder().filename(path.toString());
    }

    private static BlockdevOptions.Raw.Builder raw(BlockdevRef file) {
        return BlockdevOptions.Raw.builder().file(file);
    }
}
