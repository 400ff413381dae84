package dev.quarry.qmp.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.client.ScriptedServer.Peer;
import dev.quarry.qmp.client.ScriptedServer.Script;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Servers that connect to their client. */
@Timeout(60)
class QmpListenerTest {
    @TempDir Path folder;

    private Path socket() {
        return folder.resolve("s");
    }

    private static CompletableFuture<Void> server(SocketAddress address, Script script) {
        return CompletableFuture.runAsync(() -> {
            try (SocketChannel channel = SocketChannel.open(address)) {
                script.run(new Peer(channel));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Script answering(String value) {
        return peer -> {
            peer.greetAndNegotiate();
            peer.answer(value);
        };
    }

    @Test
    void takesServersAsTheyCome() throws Exception {
        try (QmpListener listener = QmpClient.builder().listen(socket())) {
            SocketAddress address = UnixDomainSocketAddress.of(socket());
            for (String value : new String[] {"1", "2"}) {
                CompletableFuture<Void> server = server(address, answering(value));
                try (QmpClient client = listener.accept()) {
                    assertEquals(value, client.execute("x").toString());
                }
                server.get(20, TimeUnit.SECONDS);
            }
        }
        assertFalse(Files.exists(socket()));
    }

    @Test
    void takesServersOverTcpAndWaitsForThemToComeBack() throws Exception {
        QmpClientBuilder builder =
                QmpClient.builder().reconnect(Reconnect.every(Duration.ofMillis(1)));
        try (QmpListener listener = builder.listen("localhost", 0)) {
            SocketAddress address =
                    new InetSocketAddress(InetAddress.getByName("localhost"), listener.port());
            CompletableFuture<Void> first = server(address, answering("1"));
            try (QmpClient client = listener.accept()) {
                assertEquals(1, client.execute("x").intValue());
                first.get(20, TimeUnit.SECONDS);
                while (client.isOpen()) {
                    Thread.sleep(5);
                }
                CompletableFuture<Void> second = server(address, answering("2"));
                assertEquals(2, client.execute("x").intValue());
                second.get(20, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void givesUpWhenNobodyComes() {
        QmpClientBuilder impatient = QmpClient.builder().connectTimeout(ScriptedTest.SHORT);
        try (QmpListener listener = impatient.listen(socket())) {
            QmpClientException e = assertThrows(QmpClientException.class, listener::accept);
            ScriptedTest.assertMentions("No server has come to unix:" + socket(), e);
        }
    }

    @Test
    void closingEndsTheWait() throws Exception {
        QmpListener listener = QmpClient.builder().connectTimeout(Duration.ZERO).listen(socket());
        CompletableFuture<QmpClient> accepted = CompletableFuture.supplyAsync(listener::accept);
        Thread.sleep(50);
        listener.close();
        listener.close();
        Exception e =
                assertThrows(ExecutionException.class, () -> accepted.get(20, TimeUnit.SECONDS));
        assertTrue(e.getCause() instanceof QmpClientException, e::toString);
    }

    @Test
    void aSocketThatIsTakenIsToldByItsName() throws Exception {
        Files.createFile(socket());
        QmpClientException e =
                assertThrows(QmpClientException.class, () -> QmpClient.builder().listen(socket()));
        ScriptedTest.assertMentions("Cannot listen on unix:" + socket(), e);
    }

    @Test
    void theRealDaemonComesToIt() throws Exception {
        TestNeeds.tools("qemu-storage-daemon");
        try (QmpListener listener = QmpClient.builder().listen(socket())) {
            Process daemon =
                    new ProcessBuilder(
                                    "qemu-storage-daemon",
                                    "--chardev",
                                    "socket,id=c,path=" + socket(),
                                    "--monitor",
                                    "c")
                            .redirectErrorStream(true)
                            .start();
            try (QmpClient client = listener.accept()) {
                assertEquals(0, client.execute("query-block").size());
            } finally {
                daemon.destroyForcibly().waitFor();
            }
        }
    }
}
