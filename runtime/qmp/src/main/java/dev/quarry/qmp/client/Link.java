package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * The way to the server: one session after the other, as the policy wants it. The client's own
 * thread reads each to its end, and comes back in between.
 */
final class Link {
    private static final System.Logger LOG = System.getLogger(Link.class.getName());

    private final Endpoint endpoint;
    private final Settings settings;
    private final EventStream events;
    private final Runnable restored;
    private final Thread thread = new Thread(this::run, "qmp-client");
    private volatile CompletableFuture<Session> current = new CompletableFuture<>();
    private volatile Session last;
    private volatile @Nullable QmpClientException closed;

    /**
     * Connects and negotiates.
     *
     * @param restored called when the connection is back
     */
    Link(Endpoint endpoint, Settings settings, EventStream events, Runnable restored) {
        this.endpoint = endpoint;
        this.settings = settings;
        this.events = events;
        this.restored = restored;
        this.last = open();
        current.complete(last);
        thread.setDaemon(true);
    }

    /** Begins to read what nobody waits for. */
    void start() {
        thread.start();
    }

    /**
     * The session there is, or the next one if the connection is just lost.
     *
     * @throws QmpClientException if there is none in time
     */
    Session session(Deadline deadline) {
        Session session = now();
        return session == null ? next(deadline) : session;
    }

    private Session next(Deadline deadline) {
        Awaited<Session> back = new Awaited<>();
        whenBack(back::settle);
        back.await(deadline);
        return back.outcome("The connection to " + endpoint + " has not come back", deadline);
    }

    /** The session there is, or null if the connection is being restored or is lost for good. */
    @Nullable Session now() {
        CompletableFuture<Session> session = current;
        return session.isDone() && !session.isCompletedExceptionally() ? session.join() : null;
    }

    /** Calls with the next session, or with why there will be none. */
    @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on it
    void whenBack(BiConsumer<@Nullable Session, @Nullable Throwable> then) {
        current.whenComplete(then);
    }

    /** The session there is or was before. */
    Session last() {
        return last;
    }

    boolean isUp() {
        Session session = now();
        return session != null && session.isOpen();
    }

    /** Ends everything. Does not wait. Repeatable. */
    void close() {
        if (closed == null) {
            closed = new QmpClientException("The connection to " + endpoint + " has been closed");
        }
        last.end(closed);
        LockSupport.unpark(thread);
    }

    private void run() {
        try {
            Session session = last;
            while (true) {
                session = after(session.read());
            }
        } catch (QmpClientException end) {
            current.completeExceptionally(end);
            current = CompletableFuture.failedFuture(end);
            events.end(closed == null ? end : null);
        }
    }

    /** The session that follows one that has ended so; throws where none is to follow. */
    private Session after(QmpClientException why) {
        if (closed != null || !settings.reconnect().allows(0)) {
            throw why;
        }
        ended(last);
        safely(() -> settings.connection().lost(why));
        last = reopen(why);
        current.complete(last);
        if (closed != null) {
            last.end(closed);
        }
        safely(restored);
        return last;
    }

    /** From now on calls wait for the next session, if there is to be one. */
    private synchronized void ended(Session session) {
        boolean more = closed == null && settings.reconnect().allows(0);
        if (more && session.equals(now())) {
            current = new CompletableFuture<>();
        }
    }

    private Session reopen(QmpClientException why) {
        QmpClientException failure = why;
        for (int attempt = 0; settings.reconnect().allows(attempt); attempt++) {
            pause(settings.reconnect().pause(attempt));
            if (closed != null) {
                throw closed;
            }
            try {
                return open();
            } catch (QmpClientException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private void pause(Duration pause) {
        Deadline deadline = Deadline.in(pause);
        while (closed == null && !pause.isZero() && !deadline.hasPassed()) {
            LockSupport.parkNanos(this, deadline.leftNanos());
        }
    }

    private Session open() {
        Deadline deadline = Deadline.in(settings.connectTimeout());
        Session session = converse(endpoint.connect(deadline));
        try {
            session.begin(deadline);
            return session;
        } catch (QmpException e) {
            throw abandoned(
                    session,
                    new QmpClientException(endpoint + " does not negotiate: " + e.getMessage(), e));
        } catch (QmpClientException e) {
            throw abandoned(session, e);
        }
    }

    private Session converse(SocketChannel socket) {
        try {
            Connection connection = Connection.over(socket, settings.traffic());
            return new Session(
                    endpoint.toString(),
                    connection,
                    settings.outOfBand(),
                    events::publish,
                    this::ended);
        } catch (IOException e) {
            throw new QmpClientException("Cannot use the connection to " + endpoint, e);
        }
    }

    private static QmpClientException abandoned(Session session, QmpClientException why) {
        session.end(why);
        return why;
    }

    private static void safely(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "A listener to the connection has failed", e);
        }
    }
}
