package dev.quarry.qmp.junit;

import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The listening sockets, unix and TCP, and the clients they have brought. */
final class FakeServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FakeServer.class.getName());

    private final QmpVersion version;
    private final List<String> offered;
    private final Script script;
    private final Path folder;
    private final ServerSocketChannel unix;
    private final ServerSocketChannel tcp;
    private final Set<FakeClient> clients = ConcurrentHashMap.newKeySet();
    private final Semaphore arrivals = new Semaphore(0);

    private FakeServer(QmpVersion version, List<String> offered, Script script) throws IOException {
        this.version = version;
        this.offered = offered;
        this.script = script;
        folder = Files.createTempDirectory("fake-qmp");
        unix = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        unix.bind(UnixDomainSocketAddress.of(socket()));
        tcp = ServerSocketChannel.open();
        tcp.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /** Begins to listen. */
    static FakeServer start(QmpVersion version, List<String> offered, Script script) {
        try {
            FakeServer server = new FakeServer(version, offered, script);
            server.listen(server.unix);
            server.listen(server.tcp);
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path socket() {
        return folder.resolve("qmp");
    }

    int port() {
        return tcp.socket().getLocalPort();
    }

    List<String> offered() {
        return offered;
    }

    boolean isOpen() {
        return unix.isOpen();
    }

    void emit(QapiEvent event) {
        clients.forEach(client -> client.event(event));
    }

    /** A client has negotiated. */
    void negotiated() {
        arrivals.release();
    }

    /** Waits for one more client that has negotiated; false if none comes in time. */
    boolean awaitClient(long seconds) throws InterruptedException {
        return arrivals.tryAcquire(seconds, TimeUnit.SECONDS);
    }

    void hangUp() {
        clients.forEach(FakeClient::hangUp);
    }

    @Override
    public void close() {
        try {
            unix.close();
            tcp.close();
            hangUp();
            Files.deleteIfExists(socket());
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(ServerSocketChannel listener) {
        FakeClient.daemon("fake-qmp-listener", () -> acceptAll(listener)).start();
    }

    private void acceptAll(ServerSocketChannel listener) {
        for (SocketChannel next = accept(listener); next != null; next = accept(listener)) {
            FakeClient client = new FakeClient(next, script, this);
            FakeClient.daemon("fake-qmp-client", () -> serve(client)).start();
        }
    }

    private void serve(FakeClient client) {
        clients.add(client);
        try {
            client.serve(QmpMessages.greeting(version, offered));
        } finally {
            clients.remove(client);
            client.hangUp();
        }
    }

    private static @Nullable SocketChannel accept(ServerSocketChannel listener) {
        try {
            return listener.accept();
        } catch (IOException closed) {
            LOG.log(System.Logger.Level.DEBUG, "The fake server listens no more", closed);
            return null;
        }
    }
}
