package dev.quarry.daemon.qmp;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.SocketAddress;

import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Connects to somebody who listens, and again after a pause when the connection has ended or did
 * not come about. Any thread.
 */
final class Caller {
    private static final System.Logger LOG = System.getLogger(Caller.class.getName());

    private final Vertx vertx;
    private final SocketAddress address;
    private final Duration pause;
    private final Handler<NetSocket> whenConnected;
    private final NetClient client;
    private volatile boolean closed;

    /**
     * Creates a caller that has not called yet.
     *
     * @param pause before each further attempt; zero for no further attempts
     */
    Caller(Vertx vertx, SocketAddress address, Duration pause, Handler<NetSocket> whenConnected) {
        this.vertx = vertx;
        this.address = address;
        this.pause = pause;
        this.whenConnected = whenConnected;
        this.client = vertx.createNetClient();
    }

    /**
     * The first call. Where there are further attempts its failure is no failure of the caller's.
     */
    Future<?> call() {
        Future<NetSocket> call = client.connect(address).onSuccess(whenConnected);
        return pause.isZero() ? call : call.onFailure(this::failed).otherwiseEmpty();
    }

    /** The connection has ended. */
    void ended() {
        if (!pause.isZero() && !closed) {
            vertx.setTimer(pause.toMillis(), now -> again());
        }
    }

    Future<?> close() {
        closed = true;
        return client.close();
    }

    private void again() {
        if (!closed) {
            client.connect(address).onSuccess(whenConnected).onFailure(this::failed);
        }
    }

    private void failed(Throwable why) {
        LOG.log(Level.DEBUG, "cannot connect to {0} yet: {1}", address, why);
        ended();
    }
}
