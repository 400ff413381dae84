package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.TestGraph;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What is refused leaves nothing: no node, no name, no descriptor, no thread. */
class FailingAddTest {
    private static final int TIMES = 200;

    @TempDir Path folder;

    @Test
    void twoHundredFailuresLeaveNothing() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        int threads = Thread.activeCount();
        try (TestGraph graph = new TestGraph()) {
            for (int i = 0; i < TIMES; i++) {
                BlockException refused =
                        assertThrows(BlockException.class, () -> graph.add(failing(path)));
                assertEquals(Errno.EINVAL, refused.errno());
            }
            assertEquals(0, Descriptors.openOn(path));
            assertEquals(List.of(), graph.graph().nodes());
            graph.add(Disks.raw(GivenOptions.named("top"), GivenOptions.named("low"), path));
        }
        assertEquals(0, Descriptors.openOn(path));
        assertTrue(Thread.activeCount() <= threads + 1, "threads");
    }

    @Test
    void driverThatFailsLetsItsChildrenGo() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            NodeDefinition broken =
                    NodeDefinition.of(
                            "broken",
                            GivenOptions.named("top"),
                            List.of(
                                    ChildDefinition.inline(
                                            "file",
                                            ChildRole.IMAGE,
                                            Disks.file(GivenOptions.named("low"), path))),
                            context -> {
                                throw BlockException.of(Errno.EIO, "broken");
                            });
            for (int i = 0; i < TIMES; i++) {
                assertThrows(BlockException.class, () -> graph.add(broken));
            }
            assertEquals(0, Descriptors.openOn(path));
            graph.add(Disks.file(GivenOptions.named("low"), path));
        }
    }

    @Test
    void unmapRuleIsRefusedOnEveryNodeBeforeAnythingIsOpened() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        GivenOptions bad =
                GivenOptions.named("n").withDetectZeroes(DetectZeroes.UNMAP).withUnmap(false);
        try (TestGraph graph = new TestGraph()) {
            for (NodeDefinition definition :
                    List.of(
                            Disks.file(bad, path),
                            Disks.raw(bad, GivenOptions.NONE, path),
                            Disks.raw(GivenOptions.named("r"), bad, path),
                            NullDriver.define(
                                    "null-co", bad, new NullDriver.Settings(null, 0, null)))) {
                BlockException refused =
                        assertThrows(BlockException.class, () -> graph.add(definition));
                assertTrue(refused.getMessage().contains("detect-zeroes"), refused.getMessage());
                assertTrue(refused.getMessage().contains("discard"), refused.getMessage());
            }
            assertEquals(0, Descriptors.openOn(path));
            assertEquals(List.of(), graph.graph().nodes());
        }
    }

    @Test
    void unmapOnAnInlineChildNeedsNothingElse() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        GivenOptions unmap = GivenOptions.NONE.withDetectZeroes(DetectZeroes.UNMAP);
        try (TestGraph graph = new TestGraph()) {
            graph.add(Disks.raw(GivenOptions.named("r"), unmap, path));
            assertThrows(
                    BlockException.class, () -> graph.add(Disks.file(unmap.withName("f"), path)));
        }
    }

    /** The raw size is found to be too large only when the file is open. */
    private static NodeDefinition failing(Path path) {
        return Disks.window(
                GivenOptions.named("top"),
                new RawDriver.Window(0L, 1L << 30),
                GivenOptions.named("low"),
                path);
    }
}
