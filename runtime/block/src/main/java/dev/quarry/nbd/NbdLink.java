package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.ExportFlag;

import org.jspecify.annotations.Nullable;

import java.net.ProtocolException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.Future;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * A disk on an NBD server that outlives a connection. Any thread.
 *
 * <p>When the connection is lost, a thread connects anew; requests under way and new ones wait for
 * that, until {@code reconnect-delay} after the first of them came. From then on they fail at once,
 * while each still has the thread try again. A server that comes back with another size or with
 * less than before counts as not there; one that breaks the protocol is not asked again.
 *
 * <p>A server that keeps a connection open and does not answer is waited for without limit, as its
 * disk may be slow; but while somebody waits for the requests to end ({@link #hurry}), each is
 * given up after the patience named there.
 */
public final class NbdLink implements AutoCloseable {
    /** How long one attempt to connect may take. */
    private static final Duration ATTEMPT = Duration.ofSeconds(10);

    private static final long FIRST_PAUSE = 20_000_000;
    private static final long LONGEST_PAUSE = 1_000_000_000;

    private final NbdLinkSettings settings;
    private final NbdServerInfo atFirst;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // Under the lock

    private final SequencedSet<Call> calls = new LinkedHashSet<>();
    private @Nullable NbdClient client;
    private @Nullable NbdException lastFailure;
    private boolean connecting;
    private boolean closed;

    /** The server broke the protocol: never again. */
    private boolean refused;

    /** Whether a request came since the connection was lost, and until when such requests wait. */
    private boolean awaited;

    private long patientUntil;

    private NbdLink(NbdLinkSettings settings, NbdClient client) {
        this.settings = settings;
        this.atFirst = client.info();
        this.client = client;
    }

    /**
     * Connects; tries again until the settings' time is over. May block.
     *
     * @throws NbdException the server cannot be reached, or refuses
     */
    public static NbdLink open(NbdLinkSettings settings) {
        long end = System.nanoTime() + settings.openTimeout().toNanos();
        long pause = FIRST_PAUSE;
        while (true) {
            try {
                return new NbdLink(settings, connect(settings, ATTEMPT));
            } catch (NbdException e) {
                if (!e.isLost() || System.nanoTime() + pause > end) {
                    throw e;
                }
            }
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    private static NbdClient connect(NbdLinkSettings settings, Duration limit) {
        return NbdClient.connect(
                settings.server(), settings.export(), List.of(settings.extentsOf()), limit);
    }

    /** Size in bytes; stays. */
    public long size() {
        return atFirst.size();
    }

    /** Smallest unit of requests in bytes, a power of two; 0 if the server told none. */
    public int minimumBlock() {
        return atFirst.minimumBlock();
    }

    /** The unit the server likes best, in bytes; 0 if it told none that is possible. */
    public int preferredBlock() {
        return Math.max(0, atFirst.preferredBlock());
    }

    /** Most bytes of one read or write. */
    public int maximumPayload() {
        return atFirst.maximumPayload();
    }

    /** Whether the server lets this client write. */
    public boolean isWritable() {
        return !atFirst.has(ExportFlag.READ_ONLY);
    }

    /** Whether the server tells extents of the context in the settings. */
    public boolean hasExtents() {
        return atFirst.allocationId() >= 0;
    }

    /** Whether writes can be made stable by themselves. */
    public boolean hasFua() {
        return atFirst.has(ExportFlag.SEND_FUA);
    }

    /** Whether there is a zero write. */
    public boolean hasZeroes() {
        return atFirst.has(ExportFlag.SEND_WRITE_ZEROES);
    }

    /** Whether a zero write may be asked to be fast or fail. */
    public boolean hasFastZeroes() {
        return atFirst.has(ExportFlag.SEND_FAST_ZERO);
    }

    /** Whether requests without data may have any length. */
    public boolean hasLongRequests() {
        return atFirst.form().isExtended();
    }

    /** Whether there is a discard. */
    public boolean hasTrim() {
        return atFirst.has(ExportFlag.SEND_TRIM);
    }

    /**
     * Makes a request, perhaps several times: it must be one that can be repeated, from the start.
     *
     * @throws NbdException it failed, or the connection was lost and did not come back
     */
    public <T> T call(Function<NbdClient, T> request) {
        Call call = begin();
        try {
            while (true) {
                NbdClient connected = await(call);
                try {
                    return request.apply(connected);
                } catch (NbdException e) {
                    if (!e.isLost() || !mayRepeat(call, connected, e)) {
                        throw e;
                    }
                }
            }
        } finally {
            end(call);
        }
    }

    private Call begin() {
        Call call = new Call(System.nanoTime());
        lock.lock();
        try {
            calls.add(call);
        } finally {
            lock.unlock();
        }
        return call;
    }

    private void end(Call call) {
        lock.lock();
        try {
            calls.remove(call);
        } finally {
            lock.unlock();
        }
    }

    private NbdClient await(Call call) {
        lock.lock();
        try {
            while (client == null) {
                requireHope(call);
                startConnecting();
                long left = patientUntil - System.nanoTime();
                if (left <= 0) {
                    throw notConnected();
                }
                changed.awaitNanos(left);
            }
            return client;
        } catch (InterruptedException e) {
            throw new NbdException(NbdError.EIO, "interrupted while the server was away", e);
        } finally {
            lock.unlock();
        }
    }

    private void requireHope(Call call) {
        if (closed || refused || call.givenUp) {
            throw notConnected();
        }
        if (!awaited) {
            awaited = true;
            patientUntil = System.nanoTime() + settings.reconnectDelay().toNanos();
        }
    }

    private NbdException notConnected() {
        String why = lastFailure == null ? "it is closed" : lastFailure.getMessage();
        return new NbdException(
                NbdError.EIO, "no connection to NBD server '" + settings.server() + "': " + why);
    }

    /** Forgets the connection that failed; whether to wait for another one. */
    private boolean mayRepeat(Call call, NbdClient failed, NbdException failure) {
        lock.lock();
        try {
            if (failed.equals(client)) {
                client = null;
                awaited = false;
                lastFailure = failure;
                refused |= failure.getCause() instanceof ProtocolException;
            }
            return !closed && !refused && !call.givenUp && !settings.reconnectDelay().isZero();
        } finally {
            lock.unlock();
        }
    }

    private void startConnecting() {
        if (!connecting) {
            connecting = true;
            Thread.ofPlatform().name("nbd-reconnect").daemon().start(this::reconnect);
        }
    }

    /** Tries as long as somebody waits, and at least once. */
    private void reconnect() {
        long pause = FIRST_PAUSE;
        while (!attempt()) {
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    /** Connects; true when there is no more to be done. */
    private boolean attempt() {
        NbdClient found = null;
        NbdException failure = null;
        try {
            found = connect(settings, ATTEMPT);
            requireLikeBefore(found.info());
        } catch (NbdException e) {
            failure = e;
        } catch (RuntimeException e) {
            failure = NbdException.lost("connecting to an NBD server failed", e);
        }
        boolean over = failure == null ? succeeded(found) : failed(failure);
        if (found != null && !found.equals(current())) {
            found.close();
        }
        return over;
    }

    private boolean succeeded(@Nullable NbdClient found) {
        lock.lock();
        try {
            client = closed ? null : found;
            awaited = false;
            connecting = false;
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean failed(NbdException failure) {
        lock.lock();
        try {
            lastFailure = failure;
            boolean over = closed || patientUntil - System.nanoTime() <= 0;
            connecting = !over;
            changed.signalAll();
            return over;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable NbdClient current() {
        lock.lock();
        try {
            return client;
        } finally {
            lock.unlock();
        }
    }

    private void requireLikeBefore(NbdServerInfo now) {
        boolean alike =
                now.size() == atFirst.size()
                        && (now.flags() & atFirst.flags() & ~ExportFlag.READ_ONLY)
                                == (atFirst.flags() & ~ExportFlag.READ_ONLY)
                        && (!now.has(ExportFlag.READ_ONLY) || !isWritable())
                        && now.minimumBlock() <= Math.max(1, atFirst.minimumBlock())
                        && now.maximumPayload() >= atFirst.maximumPayload()
                        && now.form().compareTo(atFirst.form()) >= 0
                        && (now.allocationId() >= 0 || !hasExtents());
        if (!alike) {
            throw new NbdException(
                    NbdError.EIO, "the export came back with another size, or offers less");
        }
    }

    /**
     * From now on, until what is returned is run, no request lasts longer than so long from now or
     * from its beginning. One that does fails, and the connection with it.
     */
    public Runnable hurry(Duration patience) {
        long began = System.nanoTime();
        Duration step = patience.dividedBy(4).plusMillis(1);
        Future<?> checks = NbdClock.every(step, () -> giveUpLate(began, patience));
        return () -> checks.cancel(false);
    }

    private void giveUpLate(long began, Duration patience) {
        long now = System.nanoTime();
        lock.lock();
        try {
            boolean late = false;
            for (Call call : calls) {
                long since = call.began - began > 0 ? call.began : began;
                if (now - since >= patience.toNanos()) {
                    call.givenUp = true;
                    late = true;
                }
            }
            if (late) {
                changed.signalAll();
                abandon("the NBD server did not answer within " + patience.toMillis() + " ms");
            }
        } finally {
            lock.unlock();
        }
    }

    private void abandon(String why) {
        if (client != null) {
            client.abandon(why);
        }
    }

    /** Takes leave of the server. Requests under way fail. */
    @Override
    public void close() {
        NbdClient last = takeLast();
        if (last != null) {
            last.close();
        }
    }

    private @Nullable NbdClient takeLast() {
        lock.lock();
        try {
            NbdClient last = client;
            closed = true;
            client = null;
            changed.signalAll();
            return last;
        } finally {
            lock.unlock();
        }
    }

    /** A request under way, also while it waits for a connection. */
    private static final class Call {
        private final long began;

        /** Under the link's lock. */
        private boolean givenUp;

        Call(long began) {
            this.began = began;
        }
    }
}
