package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Vertx;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The monitor that connects by itself, and keeps at it. */
@Timeout(60)
class CallerTest {
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final SessionOptions OPTIONS = new SessionOptions(false, true);

    @TempDir Path folder;
    private final Vertx vertx = Vertx.vertx();
    private final TestCommands commands = new TestCommands(() -> {});

    @AfterEach
    void stop() {
        vertx.close().await();
    }

    @Test
    void connectsAgainWhenTheConnectionHasEnded() throws IOException {
        Path socket = folder.resolve("listener");
        try (ServerSocketChannel listener = listen(socket);
                QmpServer caller = call(socket)) {
            for (int i = 0; i < 3; i++) {
                try (RawClient client = RawClient.over(listener.accept())) {
                    client.negotiate("");
                    assertEquals("{\"return\": {}}", client.call("{'execute':'echo'}"));
                    client.send("{'execute':");
                }
            }
            assertEquals(-1, caller.port());
        }
    }

    @Test
    void waitsForAListenerToCome() throws Exception {
        Path socket = folder.resolve("later");
        QmpServer caller = call(socket);
        Thread.sleep(3 * PAUSE.toMillis());
        try (ServerSocketChannel listener = listen(socket);
                RawClient client = RawClient.over(listener.accept())) {
            client.negotiate("");
        } finally {
            caller.close();
        }
    }

    @Test
    void closedItCallsNoMore() throws Exception {
        Path socket = folder.resolve("closed");
        try (ServerSocketChannel listener = listen(socket)) {
            QmpServer caller = call(socket);
            try (RawClient client = RawClient.over(listener.accept())) {
                client.negotiate("");
                caller.close();
                client.expectEnd();
            }
            listener.configureBlocking(false);
            Thread.sleep(4 * PAUSE.toMillis());
            try (SocketChannel further = listener.accept()) {
                assertEquals(null, further, "called again");
            }
        }
        assertTrue(Files.exists(socket), "the listener's file is the listener's");
    }

    private QmpServer call(Path socket) {
        return QmpServer.connectUnix(vertx, commands.service(), OPTIONS, socket, PAUSE);
    }

    private static ServerSocketChannel listen(Path socket) throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        return listener;
    }
}
