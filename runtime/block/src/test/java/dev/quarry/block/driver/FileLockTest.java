package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.Permissions;
import dev.quarry.block.TestGraph;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixFile;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** Locks between two graphs, which know of each other by them alone, as two processes do. */
class FileLockTest {
    private static final Access EXPORT =
            new Access(
                    Permissions.CONSISTENT_READ.with(Permissions.WRITE),
                    Permissions.ALL.without(Permissions.RESIZE));

    @TempDir Path folder;

    @Test
    void idleNodeHoldsNothing() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            graph.add(Disks.raw(GivenOptions.named("r"), GivenOptions.NONE, path));
            assertEquals(Set.of(), locked(path));
        }
    }

    @Test
    void writableExportHoldsTheBytesOfTheReference() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(Disks.file(GivenOptions.named("f"), path));
            try (BlockBackend disk = BlockBackend.open(node, EXPORT, "export 'e'")) {
                assertTrue(disk.isWritable());
                assertEquals(Set.of(100L, 101L, 203L), locked(path));
            }
            assertEquals(Set.of(), locked(path));
        }
    }

    @Test
    void imageFormatHoldsTheBytesOfTheReference() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            graph.add(format("q", path, GivenOptions.NONE));
            assertEquals(Set.of(100L, 101L, 103L, 201L, 203L), locked(path));
        }
        assertEquals(Set.of(), locked(path));
    }

    @Test
    void secondWriterIsRefusedAndLeavesNoLock() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph first = new TestGraph();
                TestGraph second = new TestGraph()) {
            first.add(format("q", path, GivenOptions.NONE));
            Set<Long> before = locked(path);
            BlockException refused =
                    assertThrows(
                            BlockException.class,
                            () -> second.add(format("q", path, GivenOptions.NONE)));
            assertEquals(Errno.EAGAIN, refused.errno());
            assertTrue(refused.getMessage().contains("write"), refused.getMessage());
            assertEquals(before, locked(path));
            assertEquals(0, second.graph().nodes().size());
        }
    }

    @Test
    void refusedReaderMayReadWithForceShare() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        GivenOptions reading = GivenOptions.NONE.withReadOnly(true);
        try (TestGraph first = new TestGraph();
                TestGraph second = new TestGraph()) {
            first.add(format("q", path, GivenOptions.NONE));
            assertThrows(BlockException.class, () -> second.add(format("q", path, reading)));
            Set<Long> before = locked(path);
            second.add(format("q", path, reading.withForceShare(true)));
            assertEquals(before, locked(path));
        }
    }

    @Test
    void lockingOffLocksNothing() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        FileSettings off = new FileSettings(path.toString(), FileSettings.Locking.OFF, false);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk =
                        BlockBackend.open(
                                graph.add(FileDriver.define(GivenOptions.named("f"), off)),
                                EXPORT,
                                "export 'e'")) {
            assertTrue(disk.isWritable());
            assertEquals(Set.of(), locked(path));
        }
    }

    @Test
    void autoReadOnlyOpensForWritingOnlyWhileSomebodyWrites() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        GivenOptions options = GivenOptions.named("f").withAutoReadOnly(true);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(Disks.file(options, path));
            assertFalse(node.isReadOnly());
            assertFalse(Descriptors.canWrite(path));
            try (BlockBackend disk = BlockBackend.open(node, EXPORT, "export 'e'")) {
                assertTrue(Descriptors.canWrite(path));
                disk.write(0, java.nio.ByteBuffer.allocate(10), dev.quarry.block.WriteFlags.NONE);
                assertEquals(Set.of(100L, 101L, 203L), locked(path));
            }
            assertFalse(Descriptors.canWrite(path));
            assertEquals(Set.of(), locked(path));
        }
    }

    /** A node that uses the file as an image format does. */
    private static NodeDefinition format(String name, Path path, GivenOptions options) {
        return NodeDefinition.of(
                "format",
                options.withName(name),
                java.util.List.of(
                        ChildDefinition.inline(
                                "file", ChildRole.IMAGE, Disks.file(GivenOptions.NONE, path))),
                context -> new PlainFormat(context.child("file")));
    }

    private static Set<Long> locked(Path path) {
        Set<Long> locked = new TreeSet<>();
        try (PosixFile file = PosixFile.open(path.toString(), Set.of())) {
            for (long at = 0; at < 300; at++) {
                if (file.isLockedByOther(at)) {
                    locked.add(at);
                }
            }
        }
        return locked;
    }
}
