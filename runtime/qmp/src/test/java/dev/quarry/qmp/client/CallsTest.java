package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Time-outs, cancellation, interrupts, many callers at once. */
class CallsTest extends ScriptedTest {
    @Test
    void theReplyOfACancelledCallReachesNobody() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.line();
                    peer.send("{\"return\": \"late\", \"id\": 2}\n");
                    peer.send("{\"return\": \"good\", \"id\": 3}\n");
                });
        CompletableFuture<JsonNode> given = client.executeAsync("given-up");
        assertTrue(given.cancel(false));
        assertEquals("good", client.execute("next").stringValue());
        assertTrue(given.isCancelled());
    }

    @Test
    void oneCallMayBeGivenLessTime() throws Exception {
        QmpClient client =
                connected(
                        peer -> {
                            peer.line();
                            peer.line();
                            peer.send("{\"return\": 2, \"id\": 2}{\"return\": 3, \"id\": 3}\n");
                        },
                        QmpClient.builder().timeout(LONG));
        QmpCalls quick = client.within(SHORT);
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> quick.execute("query-slow"));
        assertMentions("'query-slow' within PT0.2S", e);
        assertEquals(3, client.execute("next").intValue());
    }

    @Test
    void aFutureFailsWhenItsTimeIsUp() throws Exception {
        QmpClient client = connected(ScriptedTest::untilGone);
        CompletableFuture<JsonNode> call = client.within(SHORT).executeAsync("query-slow");
        ExecutionException e =
                assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        assertTrue(e.getCause() instanceof QmpClientException);
        assertMentions("'query-slow' within PT0.2S", e.getCause());
    }

    @Test
    void anInterruptEndsTheCallAndNotTheConnection() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.line();
                    peer.send("{\"return\": 2, \"id\": 2}{\"return\": 3, \"id\": 3}\n");
                });
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller =
                new Thread(() -> {
                    assertThrows(QmpClientException.class, () -> client.execute("x"));
                    flag.complete(Thread.currentThread().isInterrupted());
                });
        caller.start();
        while (caller.getState() == Thread.State.RUNNABLE) {
            Thread.sleep(1);
        }
        caller.interrupt();
        assertTrue(flag.get(20, TimeUnit.SECONDS));
        assertEquals(3, client.execute("y").intValue());
    }

    @Test
    void manyThreadsGetTheirOwnReplies() throws Exception {
        int count = 400;
        QmpClient client =
                connected(peer -> {
                    for (int i = 0; i < count; i++) {
                        String line = peer.line();
                        String command = line.replaceFirst(".*execute\": (\"[^\"]*\").*", "$1");
                        String id = line.replaceFirst(".*\"id\": ([0-9]+)}", "$1");
                        peer.send("{\"return\": " + command + ", \"id\": " + id + "}\n");
                    }
                });
        List<Thread> threads = new ArrayList<>();
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        for (int t = 0; t < 4; t++) {
            String name = "t" + t + "-";
            Thread thread =
                    new Thread(() -> {
                        for (int i = 0; i < count / 4; i++) {
                            boolean async = i % 3 == 0;
                            JsonNode reply =
                                    async
                                            ? client.executeAsync(name + i).join()
                                            : client.execute(name + i);
                            if (!reply.stringValue().equals(name + i)) {
                                wrong.add(reply.stringValue());
                            }
                        }
                    });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join(20_000);
            assertFalse(thread.isAlive());
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void whatDependsOnAFutureMayCallTheClient() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.line();
                    peer.send("{\"return\": 2, \"id\": 2}{\"return\": 3, \"id\": 3}\n");
                    peer.answer("4");
                });
        CompletableFuture<JsonNode> first = client.executeAsync("a");
        CompletableFuture<JsonNode> second = client.executeAsync("b");
        CompletableFuture<JsonNode> nested = first.thenApply(reply -> client.execute("c"));
        assertEquals(4, nested.get(20, TimeUnit.SECONDS).intValue());
        assertEquals(3, second.get(20, TimeUnit.SECONDS).intValue());
    }

    @Test
    void outOfBandNeedsANegotiation() throws Exception {
        QmpClient client = connected(ScriptedTest::untilGone, QmpClient.builder().outOfBand(false));
        assertFalse(client.isOutOfBandEnabled());
        assertThrows(QmpClientException.class, client::outOfBand);
    }

    @Test
    void aServerThatDoesNotReadCostsBoundedMemoryAndNoWaiting() throws Exception {
        CompletableFuture<Void> over = new CompletableFuture<>();
        QmpClient client = connected(peer -> over.join());
        JsonNode big =
                tools.jackson.databind.node.JsonNodeFactory.instance
                        .objectNode()
                        .put("x", "x".repeat(8 << 20));
        try {
            QmpClientException e =
                    assertThrows(
                            QmpClientException.class,
                            () -> {
                                for (int i = 0; i < 20; i++) {
                                    client.within(Duration.ofMinutes(1)).executeAsync("x", big);
                                }
                            });
            assertMentions("does not read", e);
        } finally {
            over.complete(null);
        }
    }
}
