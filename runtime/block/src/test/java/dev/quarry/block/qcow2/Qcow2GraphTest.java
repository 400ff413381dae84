package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.Filenames;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;
import dev.quarry.block.driver.RawDriver;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

/** Images as nodes: their backing files, what they tell, and how they fail. */
class Qcow2GraphTest {
    private static final int SIZE = 1 << 20;

    @TempDir Path folder;

    @BeforeEach
    void writeBase() throws IOException {
        byte[] base = new byte[SIZE / 2];
        Arrays.fill(base, (byte) 0xbb);
        Files.write(folder.resolve("base.img"), base);
    }

    @Test
    void theHeaderNamesTheBackingFileBesideTheImage() {
        create("disk", CreateOptions.ofSize(SIZE).withBacking("base.img", "raw"));
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", true));
            BlockChild backing = assertNotNullValue(node.backing());
            assertEquals("raw", backing.node().driverName());
            assertTrue(backing.node().isReadOnly());
            assertEquals(0xbb, byteAt(graph, node, 4096));
            assertEquals(0, byteAt(graph, node, SIZE / 2));
            assertEquals(folder.resolve("disk").toString(), Filenames.exact(node));
            assertEquals("base.img", assertNotNullValue(node.driver().backingLink()).filename());
        }
    }

    @Test
    void withoutAFormatTheFirstBytesTell() {
        create("middle", CreateOptions.ofSize(SIZE).withBacking("base.img", null));
        create("disk", CreateOptions.ofSize(SIZE).withBacking("middle", null));
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", true));
            BlockNode middle = assertNotNullValue(node.backing()).node();
            assertEquals("qcow2", middle.driverName());
            BlockNode base = assertNotNullValue(middle.backing()).node();
            assertEquals("raw", base.driverName());
            assertEquals(0xbb, byteAt(graph, node, 4096));
        }
    }

    @Test
    void aBackingFileCanBeLeftOut() {
        create("disk", CreateOptions.ofSize(SIZE).withBacking("base.img", "raw"));
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", false));
            assertNull(node.backing());
            assertEquals(0, byteAt(graph, node, 4096));
            assertNull(Filenames.exact(node));
        }
    }

    @Test
    void aBackingFileThatIsNotThereRefusesTheImageAndLeavesItAlone() throws IOException {
        create("disk", CreateOptions.ofSize(SIZE).withBacking("nowhere", "raw"));
        byte[] before = Files.readAllBytes(folder.resolve("disk"));
        try (TestGraph graph = new TestGraph()) {
            refuse(graph, node("disk", true), Errno.ENOENT);
            assertTrue(graph.graph().nodes().isEmpty());
        }
        assertEquals(-1, Arrays.mismatch(before, Files.readAllBytes(folder.resolve("disk"))));
    }

    @Test
    void formatsAndProtocolsThatAreNotKnownAreRefused() {
        create("format", CreateOptions.ofSize(SIZE).withBacking("base.img", "vmdk"));
        create("protocol", CreateOptions.ofSize(SIZE).withBacking("http://localhost/x", "raw"));
        try (TestGraph graph = new TestGraph()) {
            refuse(graph, node("format", true), Errno.ENOTSUP);
            refuse(graph, node("protocol", true), Errno.ENOTSUP);
        }
    }

    @Test
    void aChainThatBitesItsTailEnds() {
        create("disk", CreateOptions.ofSize(SIZE).withBacking("disk", "qcow2"));
        NodeDefinition readOnly =
                node(GivenOptions.named("disk").withReadOnly(true), "disk", true, 150);
        try (TestGraph graph = new TestGraph()) {
            refuse(graph, readOnly, Errno.EINVAL);
            assertTrue(graph.graph().nodes().isEmpty());
        }
    }

    @Test
    void factsAndSizesAreTold() {
        create("disk", CreateOptions.ofSize(SIZE).withClusterSize(4096).withRefcountBits(8));
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", true));
            assertEquals(SIZE, node.size());
            assertEquals(4096, assertNotNullValue(node.driver().info()).clusterSize());
            assertEquals(
                    new Qcow2Facts("1.1", false, 8, false, false, false),
                    ((Qcow2Driver) node.driver()).facts());
        }
    }

    @Test
    void whatWasWrittenIsThereAgain() {
        create("disk", CreateOptions.ofSize(SIZE).withBacking("base.img", "raw"));
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", true));
            try (BlockBackend disk = graph.writer(node)) {
                disk.write(5000, ByteBuffer.wrap(new byte[] {1, 2, 3}), WriteFlags.FUA);
            }
        }
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(node("disk", true));
            assertEquals(2, byteAt(graph, node, 5001));
            assertEquals(0xbb, byteAt(graph, node, 5003));
            assertEquals(0xbb, byteAt(graph, node, 4999));
        }
    }

    @Test
    void damageIsTold() throws IOException {
        create("disk", CreateOptions.ofSize(SIZE));
        ByteBuffer image = ByteBuffer.wrap(Files.readAllBytes(folder.resolve("disk")));
        ByteBuffer grown = ByteBuffer.allocate(5 << 16).put(image);
        grown.putLong(3 << 16, L2Entry.COPIED | 4 << 16);
        grown.putLong(4 << 16, L2Entry.COPIED | 1 << 16);
        grown.putShort((2 << 16) + 8, (short) 1);
        Files.write(folder.resolve("disk"), grown.array());
        AtomicReference<@Nullable String> told = new AtomicReference<>();
        BlockEvents events =
                new BlockEvents() {
                    @Override
                    public void imageCorrupted(
                            @Nullable String node,
                            String message,
                            long offset,
                            long size,
                            boolean fatal) {
                        told.set(node + ": " + message);
                    }
                };
        try (TestGraph graph = new TestGraph(events)) {
            BlockNode node = graph.add(node("disk", true));
            try (BlockBackend disk = graph.writer(node)) {
                ByteBuffer data = ByteBuffer.allocate(512);
                assertThrows(BlockException.class, () -> disk.write(0, data, WriteFlags.NONE));
            }
        }
        assertTrue(String.valueOf(told.get()).startsWith("disk: "), String.valueOf(told.get()));
    }

    @Test
    void settingsThatContradictAreRefused() {
        assertThrows(BlockException.class, () -> sizes(1L, 1L, 0L));
        assertThrows(BlockException.class, () -> sizes(1L, 2L, null));
        assertThrows(BlockException.class, () -> sizes(null, -1L, null));
        assertEquals(2L, sizes(5L, 2L, null).l2CacheSize());
    }

    private static Qcow2Settings sizes(
            @Nullable Long all, @Nullable Long l2, @Nullable Long refcounts) {
        return new Qcow2Settings(null, null, null, all, l2, refcounts, 0);
    }

    private void create(String name, CreateOptions options) {
        Qcow2Format.create(folder.resolve(name), options);
    }

    private NodeDefinition node(String name, boolean backing) {
        return node(GivenOptions.named("disk"), name, backing, 0);
    }

    private NodeDefinition node(GivenOptions given, String name, boolean backing, int depth) {
        return define(given, folder.resolve(name).toString(), backing, depth);
    }

    private static NodeDefinition define(
            GivenOptions given, String name, boolean backing, int depth) {
        return Qcow2Driver.define(
                given,
                Qcow2Settings.ofBacking(depth),
                ChildDefinition.inline("file", ChildRole.IMAGE, file(name)),
                null,
                backing ? Qcow2GraphTest::implicit : null);
    }

    private static NodeDefinition implicit(String format, String name, int depth) {
        if (format.equals("qcow2")) {
            return define(GivenOptions.NONE, name, true, depth);
        }
        return RawDriver.define(
                GivenOptions.NONE,
                RawDriver.Window.ALL,
                ChildDefinition.inline("file", ChildRole.FILTER, file(name)));
    }

    private static NodeDefinition file(String name) {
        return FileDriver.define(GivenOptions.NONE, FileSettings.of(name));
    }

    private static void refuse(TestGraph graph, NodeDefinition definition, Errno errno) {
        BlockException refusal = assertThrows(BlockException.class, () -> graph.add(definition));
        assertEquals(errno, refusal.errno(), refusal.getMessage());
    }

    private static int byteAt(TestGraph graph, BlockNode node, long offset) {
        try (BlockBackend disk = graph.reader(node)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            disk.read(offset, one);
            return one.get(0) & 0xff;
        }
    }

    private static <T> T assertNotNullValue(@Nullable T value) {
        if (value == null) {
            throw new AssertionError("null");
        }
        return value;
    }
}
