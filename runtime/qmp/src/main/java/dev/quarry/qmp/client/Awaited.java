package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;

/**
 * A future that one thread can wait for with a deadline, without losing its interrupt: unlike
 * {@link #get}, waiting leaves the flag as it is.
 */
class Awaited<T> extends CompletableFuture<T> {
    private volatile @Nullable Thread waiter;

    /** Sets the outcome, if there is none yet, and wakes who waits. */
    final void settle(@Nullable T value, @Nullable Throwable failure) {
        if (failure == null) {
            complete(value);
        } else {
            completeExceptionally(failure);
        }
        Thread waiting = waiter;
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    /** Waits until there is an outcome, the deadline has passed, or the thread is interrupted. */
    final void await(Deadline deadline) {
        waiter = Thread.currentThread();
        while (!isDone() && !deadline.hasPassed() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(this, deadline.leftNanos());
        }
        waiter = null;
    }

    /**
     * The outcome after {@link #await}; without one this fails, for good.
     *
     * @param complaint what has not happened, for people
     * @throws RuntimeException the failure, made anew with this thread's stack
     */
    final T outcome(String complaint, Deadline deadline) {
        if (!isDone()) {
            completeExceptionally(
                    Thread.currentThread().isInterrupted()
                            ? QmpClientException.interrupted(complaint)
                            : QmpClientException.late(complaint, deadline.patience()));
        }
        try {
            return join();
        } catch (CompletionException e) {
            throw QmpClientException.anew(e.getCause() == null ? e : e.getCause());
        }
    }
}
