package dev.quarry.block;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Those who only look at nodes, so that nothing is closed under their eyes: a node that has been
 * hidden is closed when all who came before are gone. Who comes later does not see it, and is not
 * waited for.
 *
 * <p>Any thread. A looker must not close nodes itself.
 */
final class GraphLookers {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition left = lock.newCondition();
    private final Set<Look> present = new HashSet<>();

    /** Begins to look; closing what is returned ends it. */
    Look enter() {
        Look look = new Look();
        lock.lock();
        try {
            present.add(look);
        } finally {
            lock.unlock();
        }
        return look;
    }

    /** Waits for all who are here now. */
    void awaitPresent() {
        lock.lock();
        try {
            Set<Look> before = Set.copyOf(present);
            while (before.stream().anyMatch(present::contains)) {
                left.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private void leave(Look look) {
        lock.lock();
        try {
            present.remove(look);
            left.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** One who looks. */
    final class Look implements AutoCloseable {
        @Override
        public void close() {
            leave(this);
        }
    }
}
