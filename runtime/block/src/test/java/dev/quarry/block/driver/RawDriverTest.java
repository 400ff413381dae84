package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.Filenames;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.Permissions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

class RawDriverTest {
    @TempDir Path folder;

    @ParameterizedTest(name = "offset {0}, size {1}")
    @CsvSource({"2000000,", ", 1000", ", 2097152", "524288, 1048576", "-1,"})
    void refusesWindowsOutsideTheFile(@Nullable Long offset, @Nullable Long size)
            throws IOException {
        Path path = Disks.full(folder, 1 << 20);
        try (TestGraph graph = new TestGraph()) {
            assertThrows(BlockException.class, () -> add(graph, offset, size, path));
            assertEquals(0, graph.graph().nodes().size());
        }
    }

    @Test
    void windowWithoutSizeReachesTheEndRoundedUp() throws IOException {
        Path path = Disks.full(folder, 1 << 20);
        try (TestGraph graph = new TestGraph()) {
            assertEquals(2047 * 512, add(graph, 1000L, null, path).size());
        }
    }

    @Test
    void oddFileIsRoundedUpToSectorsAndGrowsByAWriteThere() throws IOException {
        Path path = Disks.full(folder, 1000);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk =
                        graph.writer(
                                graph.add(
                                        Disks.raw(
                                                GivenOptions.named("r"),
                                                GivenOptions.NONE,
                                                path)))) {
            assertEquals(1024, disk.size());
            byte[] content = Disks.content(disk);
            assertEquals(Disks.FILLING, content[999]);
            assertEquals(0, content[1000]);
            disk.write(1023, ByteBuffer.wrap(new byte[] {5}), WriteFlags.NONE);
            assertThrows(
                    BlockException.class,
                    () -> disk.write(1024, ByteBuffer.allocate(1), WriteFlags.NONE));
        }
        assertEquals(1024, Files.size(path));
    }

    @Test
    void idleRawNodesShareOneFile() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            BlockNode file = graph.add(Disks.file(GivenOptions.named("f"), path));
            graph.add(over("r1", "f"));
            graph.add(over("r2", "f"));
            assertEquals(Access.IDLE, file.access());
        }
    }

    @Test
    void writerOnAWindowKeepsOthersFromResizingAndTakesNoMoreThanItWrites() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = add(graph, 0L, 4096L, path);
            Access write =
                    new Access(
                            Permissions.CONSISTENT_READ.with(Permissions.WRITE), Permissions.ALL);
            try (BlockBackend disk = BlockBackend.open(node, write, "test")) {
                Access below = disk.node().children().getFirst().access();
                assertEquals(write.used(), below.used());
                assertEquals(Permissions.ALL.without(Permissions.RESIZE), below.shared());
            }
        }
    }

    @Test
    void filenameIsThePathUnlessAWindowIsSet() throws IOException {
        Path path = Disks.full(folder, 1 << 16);
        try (TestGraph graph = new TestGraph()) {
            BlockNode all = graph.add(Disks.raw(GivenOptions.named("a"), GivenOptions.NONE, path));
            assertEquals(path.toString(), Filenames.of(all));
            BlockNode part = add(graph, null, 4096L, path);
            assertEquals(
                    "json:{\"driver\": \"raw\", \"size\": 4096, \"file\": {\"driver\": \"file\","
                            + " \"filename\": \""
                            + path
                            + "\"}}",
                    Filenames.of(part));
        }
    }

    private static BlockNode add(
            TestGraph graph, @Nullable Long offset, @Nullable Long size, Path path) {
        return graph.add(
                Disks.window(
                        GivenOptions.named("r"),
                        new RawDriver.Window(offset, size),
                        GivenOptions.NONE,
                        path));
    }

    private static NodeDefinition over(String name, String file) {
        return RawDriver.define(
                GivenOptions.named(name),
                RawDriver.Window.ALL,
                ChildDefinition.reference("file", RawDriver.roles(RawDriver.Window.ALL), file));
    }
}
