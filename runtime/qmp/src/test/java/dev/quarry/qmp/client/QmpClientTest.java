package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.client.ScriptedServer.Peer;
import dev.quarry.qmp.client.ScriptedServer.Script;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.QmpException;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

class QmpClientTest extends ScriptedTest {

    @Test
    void negotiatesAndKnowsTheServer() throws Exception {
        QmpClient client = connected(Peer::line);
        assertEquals(new QmpVersion(9, 2, 1, "fake"), client.serverVersion());
        assertEquals(List.of("oob"), client.capabilities());
        assertTrue(client.isOpen());
        client.close();
        assertFalse(client.isOpen());
    }

    @Test
    void outOfBandIsNegotiatedWhereItIsOffered() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        Script script =
                peer -> {
                    peer.send(ScriptedServer.GREETING);
                    seen.add(peer.line());
                    peer.send("{\"return\": {}, \"id\": 1}\r\n");
                    seen.add(peer.line());
                    peer.send("{\"return\": 5, \"id\": 2}\r\n");
                };
        serve(script);
        QmpClient client = connect(QmpClient.builder());
        assertEquals(5, client.outOfBand().execute("x").intValue());
        assertEquals(
                "{\"execute\": \"qmp_capabilities\", \"arguments\": {\"enable\": [\"oob\"]},"
                        + " \"id\": 1}",
                seen.take());
        assertEquals("{\"exec-oob\": \"x\", \"id\": 2}", seen.take());
    }

    @Test
    void matchesRepliesByIdInWhateverOrderTheyCome() throws Exception {
        Script script =
                peer -> {
                    peer.line();
                    peer.line();
                    peer.send("{\"id\": 3, \"return\": \"third\"}\n{\"return\": \"second\",");
                    peer.send("\"id\": 2}\n");
                };
        QmpClient client = connected(script);
        CompletableFuture<JsonNode> second = client.executeAsync("a");
        CompletableFuture<JsonNode> third = client.executeAsync("b");
        assertEquals("third", third.get(20, TimeUnit.SECONDS).stringValue());
        assertEquals("second", second.get(20, TimeUnit.SECONDS).stringValue());
    }

    @Test
    void sendsArgumentsAndShowsTheTraffic() throws Exception {
        List<String> traffic = new CopyOnWriteArrayList<>();
        TrafficListener listener =
                new TrafficListener() {
                    @Override
                    public void sent(String message) {
                        traffic.add("-> " + message);
                    }

                    @Override
                    public void received(String message) {
                        traffic.add("<- " + message);
                    }
                };
        Script script =
                peer -> {
                    peer.line();
                    peer.send("{\"return\":   {}, \"id\": 2}\r\n");
                };
        QmpClient client =
                connected(script, QmpClient.builder().outOfBand(false).onTraffic(listener));
        client.execute("x", JsonMapper.shared().readTree("{\"a\": [1, \"\u00e9\"]}"));
        assertEquals(
                List.of(
                        "<- " + ScriptedServer.GREETING.strip(),
                        "-> {\"execute\": \"qmp_capabilities\", \"id\": 1}",
                        "<- {\"return\": {}, \"id\": 1}",
                        "-> {\"execute\": \"x\", \"arguments\": {\"a\": [1, \"\\u00E9\"]}, \"id\":"
                                + " 2}",
                        "<- {\"return\":   {}, \"id\": 2}"),
                traffic);
    }

    @Test
    void aRefusalCarriesClassAndDescription() throws Exception {
        Script script =
                peer -> {
                    peer.line();
                    peer.send(
                            "{\"id\": 2, \"error\": {\"class\": \"DeviceNotFound\","
                                    + " \"desc\": \"no x\"}}\r\n");
                };
        QmpClient client = connected(script);
        QmpException e = assertThrows(QmpException.class, () -> client.execute("x"));
        assertEquals(QmpErrorClass.DEVICE_NOT_FOUND, e.errorClass());
        assertEquals("no x", e.description());
        assertEquals("x", e.command());
    }

    @Test
    void aCallThatTimesOutIsForgottenAndTheConnectionLives() throws Exception {
        Script script =
                peer -> {
                    peer.line();
                    peer.line();
                    peer.send("{\"return\": \"late\", \"id\": 2}{\"return\": \"good\", \"id\": 3}");
                };
        QmpClient client = connected(script, QmpClient.builder().timeout(SHORT));
        QmpClientException e = assertThrows(QmpClientException.class, () -> client.execute("slow"));
        assertMentions("slow", e);
        assertEquals("good", client.execute("quick").stringValue());
    }

    @Test
    void eventsComeInOrderAndTheirListenerMayCallTheClient() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        CompletableFuture<QmpClient> self = new CompletableFuture<>();
        Script script =
                peer -> {
                    String time = "{\"timestamp\": {\"seconds\": 5, \"microseconds\": 7}, ";
                    peer.send(time + "\"event\": \"A\", \"data\": {\"x\": 1}}\r\n");
                    peer.send(time + "\"event\": \"B\"}\r\n");
                    peer.line();
                    peer.send("{\"return\": 1, \"id\": 2}\r\n");
                    peer.line();
                    peer.send("{\"return\": 2, \"id\": 3}\r\n");
                };
        Consumer<QmpEvent> listener =
                event -> {
                    seen.add(event.toString());
                    seen.add("" + self.join().execute("x"));
                };
        QmpClient client = connected(script, QmpClient.builder().onEvent(listener));
        self.complete(client);
        Instant at = Instant.ofEpochSecond(5, 7000);
        JsonNode data = JsonMapper.shared().readTree("{\"x\": 1}");
        assertEquals(new QmpEvent("A", at, data).toString(), seen.take());
        assertEquals("1", seen.take());
        assertEquals(new QmpEvent("B", at, null).toString(), seen.take());
        assertEquals("2", seen.take());
    }

    @Test
    void takesAReplyOfManyMegabytes() throws Exception {
        String text = "x".repeat(5 << 20);
        Script script =
                peer -> {
                    peer.line();
                    peer.send("{\"return\": \"" + text + "\", \"id\": 2}\r\n");
                };
        QmpClient client = connected(script);
        assertEquals(text, client.execute("x").stringValue());
    }

    @Test
    void theEndOfTheConnectionFailsWhatWaits() throws Exception {
        QmpClient client = connected(Peer::line);
        assertThrows(QmpClientException.class, () -> client.execute("x"));
        assertThrows(QmpClientException.class, () -> client.execute("y"));
        assertFalse(client.isOpen());
    }

    @Test
    void closingFailsWhatWaits() throws Exception {
        Script silent =
                peer -> {
                    peer.line();
                    peer.line();
                };
        QmpClient client = connected(silent);
        CompletableFuture<JsonNode> call = client.executeAsync("x");
        client.close();
        Exception e = assertThrows(ExecutionException.class, () -> call.get(20, TimeUnit.SECONDS));
        assertTrue(e.getCause() instanceof QmpClientException);
    }
}
