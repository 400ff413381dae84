package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Connections that are lost and come back. */
class ReconnectTest extends ScriptedTest {
    private static final Reconnect SOON = Reconnect.every(Duration.ofMillis(20));

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private QmpClientBuilder patient() {
        return QmpClient.builder()
                .reconnect(SOON)
                .onEvent(event -> heard.add(event.name()))
                .onConnection(
                        new ConnectionListener() {
                            @Override
                            public void lost(QmpClientException why) {
                                heard.add("lost");
                            }

                            @Override
                            public void restored(QmpClient client) {
                                heard.add("restored, " + client.execute("state"));
                            }
                        });
    }

    @Test
    void comesBackNegotiatesAndTells() throws Exception {
        serve(
                negotiated(peer -> peer.event("FIRST", 1)),
                negotiated(peer -> {
                    peer.answer("7");
                    peer.event("SECOND", 2);
                    peer.answer("8");
                }));
        QmpClient client = connect(patient());
        List<String> all = new ArrayList<>(); // events and the rest come from different threads
        while (all.size() < 4) {
            all.add(String.valueOf(heard.poll(20, TimeUnit.SECONDS)));
        }
        assertTrue(all.indexOf("lost") < all.indexOf("restored, 7"), all::toString);
        assertTrue(all.indexOf("FIRST") < all.indexOf("SECOND"), all::toString);
        assertEquals(8, client.execute("x").intValue());
    }

    @Test
    void whatWasUnderWayFailsAndIsNotRepeated() throws Exception {
        BlockingQueue<String> commands = new LinkedBlockingQueue<>();
        serve(
                negotiated(peer -> commands.add(peer.line())),
                negotiated(peer -> {
                    commands.add(peer.line());
                    peer.send("{\"return\": 1, \"id\": 2}\n");
                }));
        QmpClient client = connect(QmpClient.builder().reconnect(SOON));
        QmpClientException e = assertThrows(QmpClientException.class, () -> client.execute("once"));
        assertMentions("ended the connection", e);
        assertEquals(1, client.execute("again").intValue());
        assertTrue(commands.take().contains("once"));
        assertTrue(commands.take().contains("again"));
    }

    @Test
    void aCallDuringTheOutageWaitsForItsEnd() throws Exception {
        serve(
                negotiated(peer -> {}),
                negotiated(peer -> {
                    peer.answer("1");
                    peer.answer("2");
                }));
        CompletableFuture<Void> lost = new CompletableFuture<>();
        ConnectionListener listener =
                new ConnectionListener() {
                    @Override
                    public void lost(QmpClientException why) {
                        lost.complete(null);
                    }
                };
        QmpClient client =
                connect(
                        QmpClient.builder()
                                .reconnect(Reconnect.every(SHORT))
                                .onConnection(listener));
        lost.get(20, TimeUnit.SECONDS);
        assertFalse(client.isOpen());
        CompletableFuture<JsonNode> async = client.executeAsync("a");
        assertThrows(
                QmpClientException.class,
                () -> client.within(Duration.ofMillis(1)).execute("impatient"));
        assertEquals(1, async.get(20, TimeUnit.SECONDS).intValue());
        assertEquals(2, client.execute("b").intValue());
    }

    @Test
    void givesUpAfterSoManyAttempts() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        serve(negotiated(peer -> go.join()));
        QmpClient client = connect(QmpClient.builder().reconnect(SOON.atMost(3)));
        java.nio.file.Files.delete(socket());
        go.complete(null);
        CompletableFuture<JsonNode> call = client.executeAsync("x");
        assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        QmpClientException e = assertThrows(QmpClientException.class, () -> client.execute("y"));
        assertMentions("Cannot connect to unix:" + socket(), e);
    }

    @Test
    void closingEndsTheAttempts() throws Exception {
        serve(negotiated(peer -> {}));
        QmpClient client =
                connect(QmpClient.builder().reconnect(Reconnect.every(Duration.ofHours(1))));
        while (client.isOpen()) {
            Thread.sleep(5);
        }
        client.close();
        QmpClientException e = assertThrows(QmpClientException.class, () -> client.execute("x"));
        assertMentions("has been closed", e);
    }

    @Test
    void pausesGrowUpToTheLongest() {
        Reconnect policy =
                Reconnect.every(Duration.ofSeconds(1)).slowingTo(Duration.ofSeconds(5)).atMost(4);
        assertEquals(Duration.ofSeconds(1), policy.pause(0));
        assertEquals(Duration.ofSeconds(4), policy.pause(2));
        assertEquals(Duration.ofSeconds(5), policy.pause(3));
        assertEquals(Duration.ofSeconds(5), policy.pause(1000));
        assertTrue(policy.allows(3));
        assertFalse(policy.allows(4));
        assertFalse(Reconnect.never().allows(0));
    }
}
