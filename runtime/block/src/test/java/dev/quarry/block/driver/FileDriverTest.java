package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class FileDriverTest {
    private static final int SIZE = 1 << 18;
    private static final int THREADS = 4;
    private static final int PART = 1000;

    @TempDir Path folder;

    @Test
    void whatCannotBeOpenedIsNamed() throws IOException {
        try (TestGraph graph = new TestGraph()) {
            Path absent = folder.resolve("absent");
            BlockException none = refusal(graph, GivenOptions.named("n"), absent);
            assertEquals(Errno.ENOENT, none.errno());
            assertTrue(none.getMessage().contains(absent.toString()), none.getMessage());
            assertEquals(Errno.EISDIR, refusal(graph, GivenOptions.named("n"), folder).errno());
            GivenOptions reading = GivenOptions.named("n").withReadOnly(true);
            for (Path wrong : List.of(folder, Path.of("/dev/null"))) {
                BlockException refused = refusal(graph, reading, wrong);
                assertTrue(refused.getMessage().contains("regular file"), refused.getMessage());
            }
            assertEquals(0, Descriptors.openOn(folder));
        }
    }

    @Test
    void nativeAioNeedsDirectCache() throws IOException {
        Path path = Disks.full(folder, SIZE);
        FileSystemNeeds.directIo(folder);
        FileSettings asked = new FileSettings(path.toString(), FileSettings.Locking.AUTO, true);
        try (TestGraph graph = new TestGraph()) {
            GivenOptions plain = GivenOptions.named("n");
            assertThrows(BlockException.class, () -> graph.add(FileDriver.define(plain, asked)));
            graph.add(FileDriver.define(plain.withCache(true, null), asked));
        }
    }

    @ParameterizedTest(name = "direct={0}")
    @ValueSource(booleans = {false, true})
    void threadsThatShareBlocksLoseNothing(boolean direct) throws Exception {
        Path path = Disks.full(folder, SIZE);
        FileSystemNeeds.directIo(folder);
        long seed = Long.getLong("seed", System.nanoTime());
        byte[] model = Files.readAllBytes(path);
        GivenOptions options =
                GivenOptions.named("n")
                        .withUnmap(true)
                        .withCache(direct, null)
                        .withDetectZeroes(DetectZeroes.UNMAP);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(graph.add(Disks.file(options, path)))) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int writer = i;
                Random random = new Random(seed + writer);
                threads.add(Thread.ofPlatform().start(() -> write(disk, writer, random, model)));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(
                    -1,
                    Arrays.mismatch(model, Disks.content(disk)),
                    "first lost byte; replay with -Dseed=" + seed);
        }
        assertArrayEquals(model, Files.readAllBytes(path));
    }

    private static void write(BlockBackend disk, int writer, Random random, byte[] model) {
        int stride = THREADS * PART;
        for (int round = 0; round < 200; round++) {
            int at = random.nextInt(SIZE / stride) * stride + writer * PART;
            byte[] data = new byte[PART];
            if (random.nextInt(3) > 0) {
                random.nextBytes(data);
            }
            disk.write(at, ByteBuffer.wrap(data), WriteFlags.NONE);
            System.arraycopy(data, 0, model, at, PART);
        }
    }

    @Test
    void stableWriteIsInTheFile() throws IOException {
        Path path = Disks.full(folder, SIZE);
        try (TestGraph graph = new TestGraph();
                BlockBackend disk =
                        graph.writer(
                                graph.add(
                                        Disks.raw(
                                                GivenOptions.named("n"),
                                                GivenOptions.NONE,
                                                path)))) {
            disk.write(0, ByteBuffer.allocate(100), WriteFlags.FUA);
            disk.flush();
        }
        assertEquals(0, Files.readAllBytes(path)[99]);
    }

    @Test
    void resizingIsForWhoTookThePermission() throws IOException {
        Path path = Disks.full(folder, SIZE);
        try (TestGraph graph = new TestGraph()) {
            BlockNode node = graph.add(Disks.raw(GivenOptions.named("n"), GivenOptions.NONE, path));
            try (BlockBackend disk = graph.writer(node)) {
                disk.truncate(2 * SIZE);
                assertEquals(2 * SIZE, disk.size());
                ByteBuffer tail = ByteBuffer.allocate(SIZE);
                disk.read(SIZE, tail);
                assertArrayEquals(new byte[SIZE], tail.array());
                disk.truncate(1000);
                assertEquals(1024, disk.size());
            }
            try (BlockBackend reader = graph.reader(node)) {
                assertThrows(BlockException.class, () -> reader.truncate(0));
            }
        }
        assertEquals(1000, Files.size(path));
    }

    private static BlockException refusal(TestGraph graph, GivenOptions options, Path path) {
        return assertThrows(BlockException.class, () -> graph.add(Disks.file(options, path)));
    }
}
