package dev.quarry.block.qcow2;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The guest ranges that requests in flight work on. Requests that leave the tables alone share a
 * range; one that changes them has it to itself. So a cluster is not freed while somebody reads or
 * writes it, and of two writes that need the same new cluster one waits. Whoever came first goes
 * first. A request holds one range at a time, so nobody can wait in a circle. Any thread may call.
 */
final class ClusterRanges {
    private final long mask;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final List<Held> inOrder = new ArrayList<>();

    /** Ranges are widened to whole clusters of this size. */
    ClusterRanges(int clusterSize) {
        this.mask = clusterSize - 1L;
    }

    /** A range held until closed. */
    final class Held implements AutoCloseable {
        private final long from;
        private final long to;
        private final boolean exclusive;

        private Held(long from, long to, boolean exclusive) {
            this.from = from;
            this.to = to;
            this.exclusive = exclusive;
        }

        private boolean conflictsWith(Held other) {
            return (exclusive || other.exclusive) && from < other.to && other.from < to;
        }

        @Override
        public void close() {
            lock.lock();
            try {
                inOrder.remove(this);
                released.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    /** Waits until nobody changes the tables of the range, and holds it for reading them. */
    Held shared(long offset, long bytes) {
        return hold(offset, bytes, false);
    }

    /** Waits until nobody else is in the range, and holds it for changes. */
    Held exclusive(long offset, long bytes) {
        return hold(offset, bytes, true);
    }

    private Held hold(long offset, long bytes, boolean exclusive) {
        Held wanted = new Held(offset & ~mask, offset + bytes + mask & ~mask, exclusive);
        lock.lock();
        try {
            inOrder.add(wanted);
            while (mustWait(wanted)) {
                released.awaitUninterruptibly();
            }
            return wanted;
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody who came earlier is in the way. */
    private boolean mustWait(Held wanted) {
        for (Held earlier : inOrder) {
            if (earlier == wanted) {
                return false;
            }
            if (earlier.conflictsWith(wanted)) {
                return true;
            }
        }
        return false;
    }
}
