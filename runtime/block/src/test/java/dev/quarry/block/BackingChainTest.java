package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.posix.Errno;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An overlay of 64 KiB over a base of 32 KiB. */
class BackingChainTest {
    private static final int PAGE = 4096;
    private static final int BASE = 8 * PAGE;
    private static final int OVERLAY = 16 * PAGE;

    private final TestGraph graph = new TestGraph();
    private final MemoryDriver base = new MemoryDriver(BASE);

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void firstLayerThatKnowsDecides() {
        try (BlockBackend disk = graph.writer(add())) {
            disk.write(0, filledPage(), WriteFlags.NONE);
            disk.writeZeroes(PAGE, PAGE, WriteFlags.NONE);
            assertEquals("data@1", at(disk, 0));
            assertEquals("zero@1", at(disk, PAGE));
            assertEquals("data@2", at(disk, 2 * PAGE));
            assertEquals("zero@2", at(disk, 3 * PAGE));
            assertEquals("zero@2", at(disk, BASE)); // the base is the one that ends
            assertTrue(disk.blockStatus(OVERLAY - PAGE, PAGE, true).has(BlockStatus.EOF));
            assertFalse(disk.blockStatus(BASE - PAGE, PAGE, true).has(BlockStatus.EOF));
        }
    }

    @Test
    void readsComeFromTheLayerThatHasThemAndZerosFromBeyond() {
        BlockNode node = add();
        try (BlockBackend disk = graph.reader(node)) {
            ByteBuffer all = ByteBuffer.allocate(OVERLAY);
            disk.read(0, all);
            assertEquals(7, all.get(2 * PAGE));
            assertEquals(0, all.get(BASE));
        }
        assertTrue(node.path().readsAsZeros(3 * PAGE, OVERLAY - 3 * PAGE));
        assertFalse(node.path().readsAsZeros(PAGE, 2 * PAGE));
        assertTrue(node.path().readsAsZeros(0, 0));
    }

    @Test
    void baseIsOnlyReadAndWrittenOnlyIfTheUserAllows() {
        add();
        BlockNode low = graph.graph().node("base");
        assertEquals(Permissions.NONE, low.access().used());
        BlockNode top = graph.graph().node("top");
        try (BlockBackend reader = graph.reader(top)) {
            assertEquals(Permissions.CONSISTENT_READ, low.access().used());
            assertEquals(OVERLAY, reader.size());
        }
        Access only = new Access(Permissions.CONSISTENT_READ, Permissions.CONSISTENT_READ);
        try (BlockBackend strict = BlockBackend.open(top, only, "strict")) {
            assertThrows(BlockException.class, () -> graph.writer(low));
            assertEquals(OVERLAY, strict.size());
        }
    }

    @Test
    void backingFileIsMadeAfterItsOverlay() {
        graph.add(
                NodeDefinition.of(
                        "overlay",
                        GivenOptions.named("top"),
                        List.of(
                                ChildDefinition.inline(
                                        "backing", ChildRole.BACKING, base.definition("low"))),
                        context -> new OverlayDriver(context, OVERLAY)));
        List<String> names = new ArrayList<>();
        graph.graph().nodes().forEach(node -> names.add(node.name()));
        assertEquals(List.of("low", "top"), names);
        assertTrue(graph.graph().node("low").isReadOnly());
        assertTrue(graph.graph().node("low").options().unmap());
    }

    @Test
    void backingFileAnImageNamesIsOpenedWithAnAutomaticName() {
        BlockNode node =
                graph.add(
                        NodeDefinition.of(
                                "overlay",
                                GivenOptions.named("top"),
                                List.of(),
                                context -> {
                                    assertFalse(context.definesBacking());
                                    context.openBacking(base.definition(GivenOptions.NONE));
                                    return new OverlayDriver(context, OVERLAY);
                                }));
        BlockChild backing = node.backing();
        assertTrue(backing != null && backing.node().name().matches("#block0\\d\\d"));
        graph.graph().del("top");
        assertTrue(base.isClosed());
    }

    @Test
    void overlayThatFailsAfterItsBackingFileLeavesNothing() {
        MemoryDriver file = new MemoryDriver(512);
        ChildDefinition child =
                ChildDefinition.inline("file", ChildRole.IMAGE, file.definition("low"));
        NodeDefinition failing =
                NodeDefinition.of("overlay", GivenOptions.named("top"), List.of(child), this::fail);
        BlockException refused = assertThrows(BlockException.class, () -> graph.add(failing));
        assertEquals(0, refused.getSuppressed().length);
        assertTrue(base.isClosed());
        assertTrue(file.isClosed());
        assertEquals(List.of(), graph.graph().nodes());
        graph.add(new MemoryDriver(512).definition("top"));
        graph.add(new MemoryDriver(512).definition("low"));
    }

    private BlockDriver fail(OpenContext context) {
        context.openBacking(base.definition(GivenOptions.NONE));
        throw BlockException.of(Errno.EIO, "no");
    }

    @Test
    void backingFileCannotBeRemovedBelowItsOverlay() {
        add();
        assertThrows(BlockException.class, () -> graph.graph().del("base"));
        graph.graph().del("top");
        graph.graph().del("base");
        assertTrue(base.isClosed());
    }

    /** The base's third page is data. */
    private BlockNode add() {
        BlockNode low = graph.add(base.definition("base"));
        try (BlockBackend writer = graph.writer(low)) {
            writer.write(2 * PAGE, filledPage(), WriteFlags.NONE);
        }
        return graph.add(
                NodeDefinition.of(
                        "overlay",
                        GivenOptions.named("top"),
                        List.of(ChildDefinition.reference("backing", ChildRole.BACKING, "base")),
                        context -> new OverlayDriver(context, OVERLAY)));
    }

    private static String at(BlockBackend disk, long offset) {
        BlockStatus status = disk.blockStatus(offset, PAGE, true);
        assertEquals(PAGE, status.bytes());
        return (status.isData() ? "data@" : "zero@") + status.depth();
    }

    private static ByteBuffer filledPage() {
        byte[] page = new byte[PAGE];
        Arrays.fill(page, (byte) 7);
        return ByteBuffer.wrap(page);
    }
}
