package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.Drained;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Nodes come and go from many threads, over one file that is written to and drained meanwhile. */
class GraphChurnTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 150;

    /** What may happen when two want the same name, or one removes what another uses. */
    private static final Set<Errno> EXPECTED = Set.of(Errno.EEXIST, Errno.ENOENT, Errno.EBUSY);

    @TempDir Path folder;

    @Test
    @Timeout(60)
    void nothingIsLostOrLeftOver() throws Exception {
        Path path = Disks.full(folder, 1 << 16);
        long seed = Long.getLong("seed", System.nanoTime());
        Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
        try (TestGraph graph = new TestGraph()) {
            BlockNode file = graph.add(Disks.file(GivenOptions.named("file"), path));
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                Random random = new Random(seed + i);
                Thread.Builder builder = Thread.ofPlatform();
                threads.add(
                        builder.start(() -> guarded(surprises, () -> churn(graph, random, file))));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(List.of(), List.copyOf(surprises), "replay with -Dseed=" + seed);
            for (BlockNode node : graph.graph().topNodes()) {
                if (node != file) {
                    graph.graph().del(node.name());
                }
            }
            assertEquals(List.of(file), graph.graph().nodes());
            assertEquals(0, file.inFlight());
            assertTrue(Descriptors.openOn(path) == 1);
        }
        assertEquals(0, Descriptors.openOn(path));
    }

    private static void churn(TestGraph graph, Random random, BlockNode file) {
        for (int round = 0; round < ROUNDS; round++) {
            String name = "n" + random.nextInt(6);
            try {
                act(graph, random, file, name);
            } catch (BlockException refused) {
                if (!EXPECTED.contains(refused.errno())) {
                    throw refused;
                }
            }
        }
    }

    private static void act(TestGraph graph, Random random, BlockNode file, String name) {
        switch (random.nextInt(5)) {
            case 0, 1 ->
                    graph.add(
                            RawDriver.define(
                                    GivenOptions.named(name),
                                    RawDriver.Window.ALL,
                                    ChildDefinition.reference(
                                            "file",
                                            RawDriver.roles(RawDriver.Window.ALL),
                                            file.name())));
            case 2 -> graph.graph().del(name);
            case 3 -> {
                try (BlockBackend disk = graph.writer(graph.graph().node(name))) {
                    disk.write(random.nextInt(60_000), ByteBuffer.allocate(5000), WriteFlags.NONE);
                }
            }
            default -> {
                try (Drained _ = graph.graph().drain(file)) {
                    assertEquals(0, file.inFlight());
                }
            }
        }
    }

    private static void guarded(Queue<Throwable> surprises, Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error surprise) {
            surprises.add(surprise);
        }
    }
}
