package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.client.ScriptedServer.Peer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Servers that are old, odd, silent, or none at all; the client never hangs. */
class BadServersTest extends ScriptedTest {
    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 200 OK\r\n", "[]\n", "{\"hello\": 1}\n", "\u0000\u0001"})
    void whatIsNotQmpIsToldClearly(String greeting) throws Exception {
        serve(peer -> {
            peer.send(greeting);
            peer.line();
        });
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> connect(QmpClient.builder()));
        assertMentions("QMP", e);
    }

    @Test
    void aServerThatDoesNotGreetIsGivenUp() throws Exception {
        serve(Peer::line);
        QmpClientBuilder impatient = QmpClient.builder().connectTimeout(SHORT);
        QmpClientException e = assertThrows(QmpClientException.class, () -> connect(impatient));
        assertMentions("no greeting within PT0.2S", e);
    }

    @Test
    void aServerThatDoesNotNegotiateIsGivenUp() throws Exception {
        serve(peer -> {
            peer.send(ScriptedServer.GREETING);
            untilGone(peer);
        });
        QmpClientBuilder impatient = QmpClient.builder().connectTimeout(SHORT);
        QmpClientException e = assertThrows(QmpClientException.class, () -> connect(impatient));
        assertMentions("'qmp_capabilities' within PT0.2S", e);
    }

    @Test
    void aRefusedNegotiationIsToldWithItsReason() throws Exception {
        serve(peer -> {
            peer.send(ScriptedServer.GREETING);
            peer.line();
            peer.send("{\"id\": 1, \"error\": {\"class\": \"GenericError\", ");
            peer.send("\"desc\": \"not you\"}}\r\n");
            untilGone(peer);
        });
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> connect(QmpClient.builder()));
        assertMentions("not you", e);
    }

    @Test
    void aServerThatIsFullSaysSo() throws Exception {
        serve(peer ->
                peer.send(
                        "{\"error\": {\"class\": \"GenericError\", \"desc\":"
                                + " \"too many clients\"}}\r\n"));
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> connect(QmpClient.builder()));
        assertMentions("too many clients", e);
    }

    @Test
    void aServerWithAFullQueueIsGivenUp() throws Exception {
        List<SocketChannel> queued = new ArrayList<>();
        try (ServerSocketChannel busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            busy.bind(UnixDomainSocketAddress.of(socket()), 1);
            for (int i = 0; i < 2; i++) {
                queued.add(SocketChannel.open(UnixDomainSocketAddress.of(socket())));
            }
            QmpClientException e =
                    assertTimeoutPreemptively(
                            LONG,
                            () ->
                                    assertThrows(
                                            QmpClientException.class,
                                            () ->
                                                    connect(
                                                            QmpClient.builder()
                                                                    .connectTimeout(SHORT))));
            assertMentions("no answer within PT0.2S", e);
        } finally {
            for (SocketChannel each : queued) {
                each.close();
            }
        }
    }

    @Test
    void nobodyListeningIsToldWithTheAddress() {
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> QmpClient.connect(socket()));
        assertMentions(socket().toString(), e);
        QmpClientException host =
                assertThrows(
                        QmpClientException.class,
                        () -> QmpClient.connect("no-such-host.invalid", 4444));
        assertMentions("no-such-host.invalid:4444", host);
    }

    @Test
    void oldServersWithPrettyLinesAndEarlyEventsAreUnderstood() throws Exception {
        serve(peer -> {
            peer.send(
                    "{\r\n    \"QMP\": {\r\n        \"version\": {\r\n            "
                            + "\"qemu\": {\"micro\": 0, \"minor\": 12, \"major\": 2},\n"
                            + "            \"package\": \"\"\n        },\r\n"
                            + "        \"capabilities\": [\r\n        ]\r\n    }\r\n}\r\n");
            peer.event("EARLY", 1);
            assertEquals("{\"execute\": \"qmp_capabilities\", \"id\": 1}", peer.line());
            peer.event("EARLIER_THAN_THE_REPLY", 2);
            peer.send("{\r\n    \"return\": {\r\n    },\r\n    \"id\": 1\r\n}\r\n");
            peer.line();
            peer.send("\n\n{ \"return\" :\t5 ,\n\"id\" : 2 }");
        });
        QmpClient client = connect(QmpClient.builder());
        assertEquals(12, client.serverVersion().minor());
        assertFalse(client.isOutOfBandEnabled());
        assertEquals(5, client.execute("x").intValue());
    }

    @Test
    void twoGreetingsAtOnceAreNegotiatedOnce() throws Exception {
        serve(peer -> {
            peer.send(ScriptedServer.GREETING + ScriptedServer.GREETING);
            peer.answer("{}");
            peer.answer("5");
        });
        assertEquals(5, connect(QmpClient.builder()).execute("x").intValue());
    }

    @Test
    void aSecondGreetingAfterTheNegotiationIsNegotiatedAgain() throws Exception {
        serve(peer -> {
            peer.greetAndNegotiate();
            peer.send(ScriptedServer.GREETING);
            String again = peer.line();
            assertTrue(again.contains("qmp_capabilities"), again);
            peer.send(
                    "{\"error\": {\"class\": \"CommandNotFound\", \"desc\": \"done\"},"
                            + " \"id\": 2}\r\n");
            peer.answer("5");
        });
        QmpClient client = connect(QmpClient.builder());
        Thread.sleep(100); // the greeting is read by the client's own thread
        assertEquals(5, client.execute("x").intValue());
    }

    @Test
    void greetingsWithoutEndEndTheConnection() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.send(ScriptedServer.GREETING.repeat(3));
                    untilGone(peer);
                });
        QmpClientException e = assertThrows(QmpClientException.class, () -> client.execute("x"));
        assertMentions("greets again", e);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"return\": {\"half\": ",
                "garbage\r\n",
                "{\"return\": 1, \"id\": 99}\r\n",
                "{\"return\": 1, \"id\": \"2\"}\r\n",
                "{\"return\": 1}\r\n",
                "12 \r\n",
                ""
            })
    void aServerThatFailsInTheMiddleFailsTheCallAtOnce(String reply) throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.send(reply);
                });
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThrows(QmpClientException.class, () -> client.execute("x")));
        assertFalse(client.isOpen());
    }

    @Test
    void anErrorWithoutIdIsForTheOldestCall() throws Exception {
        QmpClient client =
                connected(peer -> {
                    peer.line();
                    peer.send("{\"error\": {\"class\": \"GenericError\"}}\r\n");
                    peer.answer("1");
                });
        assertThrows(
                dev.quarry.qmp.codec.QmpException.class, () -> client.execute("not-understood"));
        assertEquals(1, client.execute("x").intValue());
    }
}
