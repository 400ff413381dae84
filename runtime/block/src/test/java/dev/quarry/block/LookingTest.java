package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Questions about nodes that are removed while they are asked. */
@Timeout(30)
class LookingTest {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);

    /** Answers only when it is told to, and tells whether it was closed by then. */
    private final MemoryDriver slow =
            new MemoryDriver(512) {
                @Override
                public DriverInfo info() {
                    asked.countDown();
                    await(answer);
                    return new DriverInfo(4096, isClosed());
                }
            };

    @Test
    void aNodeStaysOpenUntilItIsAnsweredFor() throws Exception {
        try (TestGraph graph = new TestGraph()) {
            graph.add(slow.definition("slow"));
            var question = start(() -> graph.graph().look(() -> closed(graph.graph().nodes())));
            await(asked);
            var removal = start(() -> removed(graph, "slow"));
            while (graph.graph().find("slow") != null) {
                Thread.onSpinWait();
            }
            assertEquals(List.of(), graph.graph().look(() -> closed(graph.graph().nodes())));
            assertFalse(slow.isClosed());
            assertFalse(removal.isDone());
            answer.countDown();
            assertEquals(List.of(false), question.get());
            removal.get();
            assertTrue(slow.isClosed());
        }
    }

    @Test
    void whoAsksLaterIsNotWaitedFor() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch looking = new CountDownLatch(1);
        try (TestGraph graph = new TestGraph()) {
            graph.add(new MemoryDriver(512).definition("quick"));
            BlockNode kept = graph.add(slow.definition("slow"));
            var early = start(() -> graph.graph().look(() -> wasClosed(kept)));
            await(asked);
            var removal = start(() -> removed(graph, "quick"));
            while (graph.graph().find("quick") != null) {
                Thread.onSpinWait();
            }
            var late = start(() -> graph.graph().look(() -> waited(looking, never)));
            await(looking);
            answer.countDown();
            assertFalse(early.get());
            assertTrue(removal.get());
            assertFalse(late.isDone());
            never.countDown();
            assertTrue(late.get());
        }
    }

    private static <T> CompletableFuture<T> start(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> result.complete(work.get()));
        return result;
    }

    private static boolean removed(TestGraph graph, String node) {
        graph.graph().del(node);
        return true;
    }

    private static boolean waited(CountDownLatch entered, CountDownLatch end) {
        entered.countDown();
        await(end);
        return true;
    }

    private static List<Boolean> closed(List<BlockNode> nodes) {
        return nodes.stream().map(LookingTest::wasClosed).toList();
    }

    private static boolean wasClosed(BlockNode node) {
        return Objects.requireNonNull(node.driver().info()).dirty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
