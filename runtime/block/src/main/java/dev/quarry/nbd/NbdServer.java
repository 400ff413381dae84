package dev.quarry.nbd;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Listens at one address and serves every client that comes, each on a thread of its own. Any
 * thread may close it.
 */
public final class NbdServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NbdServer.class.getName());
    private static final long PAUSE_NANOS = 50_000_000;

    private final NbdListener listener;
    private final NbdExports exports;
    private final int maxConnections;
    private final Duration handshakeLimit;
    private final Thread acceptor;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<NbdConnection> connections = new HashSet<>();
    private boolean closed;
    private int count;

    /**
     * Listens and lets clients in.
     *
     * @param address TCP, port 0 for any free one; or a unix path, where a stale socket is replaced
     * @param maxConnections clients at a time, 0 for any number; more wait to be accepted
     * @param handshakeLimit how long a client may take to choose an export; zero: as long as it
     *     likes
     * @throws IOException the address cannot be listened at; the message says why
     */
    public static NbdServer start(
            SocketAddress address, NbdExports exports, int maxConnections, Duration handshakeLimit)
            throws IOException {
        NbdServer server = listen(address, exports, maxConnections, handshakeLimit);
        server.letIn();
        return server;
    }

    /** The same, but clients wait outside until {@link #letIn}. */
    public static NbdServer listen(
            SocketAddress address, NbdExports exports, int maxConnections, Duration handshakeLimit)
            throws IOException {
        return new NbdServer(NbdListener.open(address), exports, maxConnections, handshakeLimit);
    }

    /** As {@link #listen}, at a socket that listens already, whose file stays in the end. */
    public static NbdServer takeOver(
            ServerSocketChannel listening,
            NbdExports exports,
            int maxConnections,
            Duration handshakeLimit)
            throws IOException {
        return new NbdServer(NbdListener.of(listening), exports, maxConnections, handshakeLimit);
    }

    /** Begins to accept clients. Once. */
    public void letIn() {
        acceptor.start();
    }

    private NbdServer(
            NbdListener listener, NbdExports exports, int maxConnections, Duration handshakeLimit) {
        this.listener = listener;
        this.exports = exports;
        this.maxConnections = maxConnections;
        this.handshakeLimit = handshakeLimit;
        this.acceptor = Thread.ofPlatform().name("nbd-accept").daemon().unstarted(this::accept);
    }

    /** Where it listens, with the port it was given. */
    public SocketAddress address() {
        return listener.address();
    }

    NbdExports exports() {
        return exports;
    }

    /** Whether several connections may be used as one: each sees what another wrote. */
    boolean multiConn() {
        return maxConnections != 1;
    }

    /** Shuts the connection when the time for a handshake is over, unless that has no limit. */
    Future<?> shutLater(NbdConnection connection) {
        return handshakeLimit.isZero()
                ? CompletableFuture.completedFuture(true)
                : NbdClock.after(handshakeLimit, connection::shut);
    }

    /** Stops listening, shuts every client and waits until their requests have ended. */
    @Override
    public void close() {
        List<NbdConnection> present = stop();
        present.forEach(NbdConnection::shut);
        present.forEach(NbdConnection::awaitEnd);
    }

    private List<NbdConnection> stop() {
        listener.close();
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
            return new ArrayList<>(connections);
        } finally {
            lock.unlock();
        }
    }

    void forget(NbdConnection connection) {
        lock.lock();
        try {
            connections.remove(connection);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        while (awaitTurn()) {
            try {
                serve(listener.accept());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) {
                LOG.log(Level.WARNING, "cannot accept an NBD client", e);
                pause();
            }
        }
    }

    /** Waits until one more client may come; false when the server is closed. */
    private boolean awaitTurn() {
        lock.lock();
        try {
            while (!closed && maxConnections != 0 && connections.size() >= maxConnections) {
                changed.awaitUninterruptibly();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** After a failure that may last, such as too many open files: a client's end may help. */
    private void pause() {
        LockSupport.parkNanos(PAUSE_NANOS);
    }

    private void serve(SocketChannel channel) {
        NbdConnection connection = new NbdConnection(this, channel, ++count);
        if (!remember(connection)) {
            connection.shut();
            return;
        }
        connection.start();
    }

    private boolean remember(NbdConnection connection) {
        lock.lock();
        try {
            return !closed && connections.add(connection);
        } finally {
            lock.unlock();
        }
    }
}
