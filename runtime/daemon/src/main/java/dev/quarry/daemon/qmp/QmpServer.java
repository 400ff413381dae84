package dev.quarry.daemon.qmp;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A monitor on a socket: it listens for clients, or is itself the one that connects.
 *
 * <p>Any thread but an event loop.
 */
public final class QmpServer implements AutoCloseable {
    /** Clients that one socket serves at once; the next is told so and disconnected. */
    public static final int MAX_CLIENTS = 1024;

    private static final long SETUP_SECONDS = 30;
    private static final long LAST_WORDS_MILLIS = 1000;

    private final Vertx vertx;
    private final QmpService service;
    private final SessionOptions options;
    private final String name;
    private final Clients clients;
    private final Admission admission;
    private final AtomicLong connections = new AtomicLong();
    private @Nullable NetServer listener;
    private @Nullable SocketFile file;
    private @Nullable Caller caller;

    private QmpServer(Vertx vertx, QmpService service, SessionOptions options, String name) {
        this.vertx = vertx;
        this.service = service;
        this.options = options;
        this.name = name;
        this.clients = new Clients(options.oneClient() ? 1 : MAX_CLIENTS);
        this.admission = new Admission(options, clients);
    }

    /** As the other method, with the access rights that the process gives to new files. */
    public static QmpServer listenUnix(
            Vertx vertx, QmpService service, SessionOptions options, Path socket) {
        return listenUnix(vertx, service, options, socket, Set.of());
    }

    /**
     * Listens on a unix socket. A left-over socket file is replaced; one that a process listens on
     * only if a single client is served, which is QEMU's way; as there, whichever of the two ends
     * first removes the file.
     *
     * @param permissions of the socket file; none for those that new files get
     * @throws MonitorException if that is not possible
     */
    public static QmpServer listenUnix(
            Vertx vertx,
            QmpService service,
            SessionOptions options,
            Path socket,
            Set<PosixFilePermission> permissions) {
        QmpServer server = new QmpServer(vertx, service, options, "unix:" + socket);
        SocketFile file = new SocketFile(socket);
        file.claim(options.oneClient());
        server.listen(SocketAddress.domainSocketAddress(file.bound().toString()));
        file.publish(permissions);
        server.file = file;
        return server;
    }

    /**
     * Listens on TCP.
     *
     * @param port 0 lets the system choose, see {@link #port}
     * @throws MonitorException if that is not possible
     */
    public static QmpServer listenTcp(
            Vertx vertx, QmpService service, SessionOptions options, String host, int port) {
        QmpServer server = new QmpServer(vertx, service, options, "tcp:" + host + ":" + port);
        server.listen(SocketAddress.inetSocketAddress(port, host));
        return server;
    }

    /**
     * Connects to a unix socket that somebody else listens on, and serves them.
     *
     * @param pause before connecting again, as often as needed; zero for a single attempt
     * @throws MonitorException if nobody listens at the single attempt
     */
    public static QmpServer connectUnix(
            Vertx vertx, QmpService service, SessionOptions options, Path socket, Duration pause) {
        QmpServer server = new QmpServer(vertx, service, options, "unix:" + socket);
        server.connect(SocketAddress.domainSocketAddress(socket.toString()), pause);
        return server;
    }

    /**
     * Connects to a TCP port that somebody else listens on, and serves them.
     *
     * @param pause as for {@link #connectUnix}
     * @throws MonitorException if nobody listens at the single attempt
     */
    public static QmpServer connectTcp(
            Vertx vertx,
            QmpService service,
            SessionOptions options,
            String host,
            int port,
            Duration pause) {
        QmpServer server = new QmpServer(vertx, service, options, "tcp:" + host + ":" + port);
        server.connect(SocketAddress.inetSocketAddress(port, host), pause);
        return server;
    }

    /** The TCP port that is listened on, or -1. */
    public int port() {
        return listener == null ? -1 : listener.actualPort();
    }

    /** Waits until a first client has connected. */
    public void awaitFirstClient() throws InterruptedException {
        clients.awaitFirst();
    }

    /**
     * Stops listening, ends the sessions, removes the socket file. Waits about a second at most.
     */
    @Override
    public void close() {
        try {
            clients.shutDown(LAST_WORDS_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the shutdown", e);
        }
        if (listener != null) {
            await(listener.close(), "cannot stop listening on " + name);
        }
        if (file != null) {
            file.remove();
        }
        if (caller != null) {
            await(caller.close(), "cannot close the connection to " + name);
        }
    }

    private void listen(SocketAddress address) {
        listener = vertx.createNetServer().connectHandler(this::accept);
        await(listener.listen(address), "cannot listen on " + name);
    }

    private void connect(SocketAddress address, Duration pause) {
        caller = new Caller(vertx, address, pause, this::accept);
        await(caller.call(), "cannot connect to " + name);
    }

    /** On the event loop of the new connection, before anything has been read from it. */
    private void accept(NetSocket connection) {
        NetSocketInternal socket = (NetSocketInternal) connection;
        String peer = "client " + connections.incrementAndGet() + " of " + name;
        if (admission.admits(socket, peer)) {
            clients.add(
                    new SocketTransport(
                            socket,
                            vertx.getOrCreateContext(),
                            service,
                            options,
                            peer,
                            this::left));
        } else {
            socket.closeHandler(refused -> callAgain());
        }
    }

    private void left(SocketTransport client) {
        clients.remove(client);
        callAgain();
    }

    private void callAgain() {
        if (caller != null) {
            caller.ended();
        }
    }

    private static @Nullable String reason(ExecutionException failure) {
        Throwable cause = failure.getCause();
        return cause == null ? failure.getMessage() : cause.getMessage();
    }

    private static void await(Future<?> future, String otherwise) {
        try {
            future.toCompletionStage().toCompletableFuture().get(SETUP_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new MonitorException(otherwise + ": " + reason(e), e);
        } catch (TimeoutException e) {
            throw new MonitorException(otherwise + ": no answer", e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the daemon's set-up", e);
        }
    }
}
