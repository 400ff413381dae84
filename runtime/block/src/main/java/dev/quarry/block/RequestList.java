package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The writes under way at one node, and who waits for whom.
 *
 * <p>Overlapping guest writes are not ordered. A serialising one (it reads, changes and writes back
 * more than it was asked to) must be alone on its range: of two that overlap, of which one
 * serialises, the later waits for the earlier. Waiting only ever looks back, so nobody waits in a
 * circle.
 */
public final class RequestList {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private @Nullable Request newest;
    private int count;
    private int serialising;
    private int waiting;

    /** Enters the list, and waits for those before it that must end first. */
    public Request enter(long start, long end, boolean serialises) {
        Request request = new Request(start, end, serialises);
        lock.lock();
        try {
            link(request);
            while (serialising > 0 && mustWait(request)) {
                waiting++;
                left.awaitUninterruptibly();
                waiting--;
            }
        } finally {
            lock.unlock();
        }
        return request;
    }

    /** Leaves the list. */
    public void leave(Request request) {
        lock.lock();
        try {
            unlink(request);
            if (waiting > 0) {
                left.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** How many are in it. */
    int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    private static boolean mustWait(Request request) {
        for (Request before = request.older; before != null; before = before.older) {
            if (before.conflicts(request)) {
                return true;
            }
        }
        return false;
    }

    private void link(Request request) {
        request.older = newest;
        if (newest != null) {
            newest.newer = request;
        }
        newest = request;
        count++;
        serialising += request.serialises ? 1 : 0;
    }

    private void unlink(Request request) {
        if (request.older != null) {
            request.older.newer = request.newer;
        }
        if (request.newer == null) {
            newest = request.older;
        } else {
            request.newer.older = request.older;
        }
        count--;
        serialising -= request.serialises ? 1 : 0;
    }

    /** One write; the range is from {@code start} to before {@code end}. */
    public static final class Request {
        private final long start;
        private final long end;
        private final boolean serialises;
        private @Nullable Request older;
        private @Nullable Request newer;

        private Request(long start, long end, boolean serialises) {
            this.start = start;
            this.end = end;
            this.serialises = serialises;
        }

        private boolean conflicts(Request other) {
            return (serialises || other.serialises) && start < other.end && other.start < end;
        }
    }
}
