package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Listening, connecting, and several clients on one socket. */
class ServerTest {
    private static final SessionOptions MANY = new SessionOptions(false, false);
    private static final SessionOptions ONE = new SessionOptions(false, true);
    private static final Duration A_WHILE = Duration.ofMillis(150);

    @TempDir Path folder;
    private final Vertx vertx = Vertx.vertx();
    private final TestCommands commands = new TestCommands(() -> {});
    private final List<QmpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        commands.released.release(1000);
        servers.forEach(QmpServer::close);
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private Path listen(SessionOptions options) {
        Path socket = folder.resolve("s");
        servers.add(QmpServer.listenUnix(vertx, commands.service(), options, socket));
        return socket;
    }

    @Test
    void manyClientsEachHaveTheirOwnConversation() throws IOException {
        Path socket = listen(MANY);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            clients.add(RawClient.connect(socket));
        }
        for (RawClient client : clients) {
            client.negotiate("");
        }
        for (int i = 0; i < 50; i++) {
            clients.get(i).send("{'execute':'echo','arguments':{'i':" + i + "}}");
        }
        for (int i = 0; i < 50; i++) {
            assertEquals("{\"return\": {\"i\": " + i + "}}", clients.get(i).line());
            clients.get(i).close();
        }
    }

    @Test
    void aCommandThatHangsHoldsUpItsOwnClientOnly() throws IOException {
        Path socket = listen(MANY);
        List<RawClient> stuck = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            stuck.add(RawClient.negotiated(socket));
            stuck.get(i).send("{'execute':'wait'}");
        }
        try (RawClient good = RawClient.negotiated(socket)) {
            assertEquals("{\"return\": {}}", good.call("{'execute':'echo'}"));
            commands.released.release(20);
            for (RawClient client : stuck) {
                assertEquals("{\"return\": {}}", client.line());
                client.close();
            }
        }
    }

    @Test
    void theClientAboveTheLimitIsToldAndDisconnected() throws IOException {
        Path socket = listen(MANY);
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < QmpServer.MAX_CLIENTS; i++) {
            clients.add(RawClient.connect(socket));
            clients.get(i).line();
        }
        try (RawClient refused = RawClient.connect(socket)) {
            assertTrue(refused.line().contains("\"GenericError\""));
            refused.expectEnd();
        }
        for (RawClient client : clients) {
            client.close();
        }
    }

    @Test
    void oneClientAtATimeInTheOrderTheyCame() throws IOException {
        Path socket = listen(ONE);
        RawClient first = RawClient.negotiated(socket);
        RawClient second = RawClient.connect(socket);
        RawClient third = RawClient.connect(socket);
        second.send("{'execute':'qmp_capabilities'}{'execute':'echo','id':2}");
        second.expectSilence(A_WHILE);
        assertEquals("{\"return\": {}}", first.call("{'execute':'echo'}"));
        first.close();
        assertTrue(second.line().startsWith("{\"QMP\""));
        assertEquals("{\"return\": {}}", second.line());
        assertEquals("{\"return\": {}, \"id\": 2}", second.line());
        third.expectSilence(A_WHILE);
        third.close();
        try (RawClient fourth = RawClient.connect(socket)) {
            second.close();
            fourth.negotiate("");
        }
    }

    @Test
    void aNewConnectionBeginsAnew() throws IOException {
        Path socket = listen(ONE);
        try (RawClient client = RawClient.negotiated(socket)) {
            client.send("{'execute':");
        }
        try (RawClient client = RawClient.connect(socket)) {
            client.line();
            assertTrue(client.call("{'execute':'echo'}").contains("CommandNotFound"));
        }
    }

    @Test
    void aLeftOverSocketFileIsReplaced() throws IOException {
        try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            dead.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
        }
        assertTrue(Files.exists(folder.resolve("s")));
        RawClient.negotiated(listen(MANY)).close();
    }

    @Test
    void aLiveSocketIsRefusedWithItsNameButTakenOverInQemusWay() throws Exception {
        Path socket = listen(MANY);
        MonitorException e = assertThrows(MonitorException.class, () -> listen(MANY));
        assertTrue(String.valueOf(e.getMessage()).contains(socket + " is in use"), e::toString);
        RawClient.negotiated(socket).close();
        Vertx another = Vertx.vertx(); // one Vert.x has one listener an address
        QmpServer successor = QmpServer.listenUnix(another, commands.service(), ONE, socket);
        RawClient.negotiated(socket).close();
        successor.close();
        another.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void anythingElseAtThePathIsLeftAlone() throws IOException {
        Files.writeString(folder.resolve("s"), "precious");
        assertThrows(MonitorException.class, () -> listen(MANY));
        assertThrows(MonitorException.class, () -> listen(ONE));
        assertEquals("precious", Files.readString(folder.resolve("s")));
    }

    @Test
    void aFolderThatIsMissingIsToldInOneLine() {
        Path socket = folder.resolve("missing/s");
        MonitorException e =
                assertThrows(
                        MonitorException.class,
                        () -> QmpServer.listenUnix(vertx, commands.service(), MANY, socket));
        assertTrue(String.valueOf(e.getMessage()).contains(socket.toString()), e::toString);
    }

    @Test
    void servesTcpWithHalfCloseToo() throws IOException {
        QmpServer server = QmpServer.listenTcp(vertx, commands.service(), MANY, "127.0.0.1", 0);
        servers.add(server);
        try (RawClient client = RawClient.connect(server.port())) {
            client.send("{'execute':'qmp_capabilities'}{'execute':'wait'}{'execute':'echo'}");
            client.endOutput();
            client.line();
            client.line();
            commands.released.release();
            assertEquals("{\"return\": {}}", client.line());
            assertEquals("{\"return\": {}}", client.line());
            client.expectEnd();
        }
    }

    @Test
    void canBeTheOneThatConnects() throws IOException {
        Path socket = folder.resolve("listener");
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            listener.bind(UnixDomainSocketAddress.of(socket));
            servers.add(
                    QmpServer.connectUnix(vertx, commands.service(), ONE, socket, Duration.ZERO));
            try (RawClient client = RawClient.over(listener.accept())) {
                client.negotiate("");
                assertEquals("{\"return\": {}}", client.call("{'execute':'echo'}"));
            }
        }
    }

    @Test
    void connectingToNobodyIsToldInOneLine() {
        Path socket = folder.resolve("nobody");
        MonitorException e =
                assertThrows(
                        MonitorException.class,
                        () ->
                                QmpServer.connectUnix(
                                        vertx, commands.service(), ONE, socket, Duration.ZERO));
        assertTrue(String.valueOf(e.getMessage()).contains("cannot connect"), e::toString);
    }

    @Test
    void closingAnswersFirstAndRemovesTheSocket() throws Exception {
        Path socket = listen(MANY);
        try (RawClient client = RawClient.negotiated(socket)) {
            assertEquals("{\"return\": {}}", client.call("{'execute':'echo'}"));
            servers.remove(0).close();
            client.expectEnd();
        }
        assertFalse(Files.exists(socket));
    }

    @Test
    void waitsForItsFirstClient() throws Exception {
        Path socket = listen(MANY);
        Thread waiter =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                servers.get(0).awaitFirstClient();
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        assertFalse(waiter.join(A_WHILE));
        RawClient client = RawClient.negotiated(socket);
        assertTrue(waiter.join(RawClient.PATIENCE));
        client.close();
    }

    @Test
    void prettyMessagesAreIndentedWithCrLf() throws IOException {
        Path socket = listen(new SessionOptions(true, true));
        try (RawClient client = RawClient.connect(socket)) {
            client.send("{'execute':'nope','id':[]}");
            client.endOutput();
            String all = client.rest();
            assertTrue(all.startsWith("{\r\n    \"QMP\": {\r\n        \"version\": {\r\n"), all);
            assertTrue(all.contains("}\r\n{\r\n    \"id\": [\r\n    ],\r\n    \"error\": {"), all);
            assertEquals(0, all.replace("\r\n", "").chars().filter(c -> c < ' ').count());
        }
    }
}
