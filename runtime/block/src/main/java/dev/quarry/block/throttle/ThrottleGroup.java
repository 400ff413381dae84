package dev.quarry.block.throttle;

import dev.quarry.qapi.generated.ThrottleLimits;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits that several members share; of those who wait, members take turns. A request waits until
 * what was done before it is paid for, so one request of any size can always go on. Any thread.
 */
public final class ThrottleGroup {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Line reads = new Line();
    private final Line writes = new Line();
    private Buckets buckets;

    /** With limits that {@link #limit} can change; those that are missing are none. */
    public ThrottleGroup(ThrottleLimits limits) {
        buckets = new Buckets(limits, System.nanoTime());
    }

    /** Other limits hold from now on, also for who waits already. */
    public void limit(ThrottleLimits limits) {
        change(() -> buckets = new Buckets(limits, System.nanoTime()));
    }

    /** A new member. One that does not wait need not leave. */
    public ThrottleMember join() {
        return new ThrottleMember(this);
    }

    void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void await(ThrottleMember member, Direction direction, long bytes) {
        lock.lock();
        try {
            Line line = direction == Direction.READ ? reads : writes;
            Object ticket = line.join(member);
            try {
                awaitTurn(member, direction, line, ticket);
                buckets.pour(direction, bytes);
            } finally {
                line.leave(member, ticket);
                changed.signalAll();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        } finally {
            lock.unlock();
        }
    }

    private void awaitTurn(ThrottleMember member, Direction direction, Line line, Object ticket)
            throws InterruptedException {
        long nanos = nanosToWait(member, direction, line, ticket);
        while (nanos > 0) {
            long _ = changed.awaitNanos(nanos);
            nanos = nanosToWait(member, direction, line, ticket);
        }
    }

    /** Who is not next waits for the one before, who tells. */
    private long nanosToWait(ThrottleMember member, Direction direction, Line line, Object ticket) {
        if (member.isReleased()) {
            return 0;
        }
        return line.isNext(ticket)
                ? buckets.nanosToWait(direction, System.nanoTime())
                : Long.MAX_VALUE;
    }
}
