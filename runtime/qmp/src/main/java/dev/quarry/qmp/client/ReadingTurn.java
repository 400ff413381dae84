package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Whose turn it is to read the socket. Somebody has to, as long as a reply or an event may come: a
 * thread that waits for its own reply takes the turn if it is free, and so is spared a hand-over
 * from another thread; for all others the client's own thread reads.
 *
 * <p>The client's thread gives the turn back whenever the last expected reply has come, and leaves
 * it alone for {@value #LINGER_MILLIS} ms, for the next command often follows at once. An event may
 * wait that long.
 */
final class ReadingTurn {
    private static final long LINGER_MILLIS = 2;

    private final ReentrantLock turn = new ReentrantLock();
    private final AtomicLong uses = new AtomicLong();
    private final BooleanSupplier needed;
    private volatile @Nullable Thread resting;

    /**
     * Creates a turn that nobody has.
     *
     * @param needed whether a reply is expected
     */
    ReadingTurn(BooleanSupplier needed) {
        this.needed = needed;
    }

    /** Takes the turn if it is free. */
    boolean take() {
        return turn.tryLock();
    }

    /** Gives the turn back; the client's thread goes on where replies are still expected. */
    void give() {
        uses.incrementAndGet();
        turn.unlock();
        if (needed.getAsBoolean()) {
            wake();
        }
    }

    /**
     * Wakes the client's thread, for a reply is expected that it alone reads, or the end has come.
     */
    void wake() {
        Thread thread = resting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    /** The client's thread: takes the turn once it is needed, or nobody has used it for a while. */
    void takeForLong() {
        long before;
        do {
            before = uses.get();
            rest();
        } while ((uses.get() != before && !needed.getAsBoolean()) || !turn.tryLock());
    }

    private void rest() {
        resting = Thread.currentThread();
        if (turn.isLocked() || !needed.getAsBoolean()) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(LINGER_MILLIS));
        }
        resting = null;
    }
}
