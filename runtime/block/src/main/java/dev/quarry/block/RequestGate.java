package dev.quarry.block;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the requests of one backend and holds new ones back while it is closed.
 *
 * <p>Short critical sections: nothing is held while a request runs.
 */
final class RequestGate {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int inFlight;
    private int closers;

    /** A request begins; waits while the gate is closed. */
    void enter() {
        lock.lock();
        try {
            while (closers > 0) {
                changed.awaitUninterruptibly();
            }
            inFlight++;
        } finally {
            lock.unlock();
        }
    }

    /** The request ended. */
    void leave() {
        lock.lock();
        try {
            inFlight--;
            if (inFlight == 0) {
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** From now on new requests wait. May nest. */
    void close() {
        lock.lock();
        try {
            closers++;
        } finally {
            lock.unlock();
        }
    }

    /** Undoes one {@link #close}. */
    void open() {
        lock.lock();
        try {
            closers--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until no request is under way. */
    void awaitIdle() {
        lock.lock();
        try {
            while (inFlight > 0) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }
}
