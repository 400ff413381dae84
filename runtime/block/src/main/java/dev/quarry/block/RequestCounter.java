package dev.quarry.block;

import java.util.concurrent.atomic.LongAdder;

/** How often one kind of request came to a node since it was opened. Any thread. */
public final class RequestCounter {
    private final LongAdder operations = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder invalid = new LongAdder();

    /** Requests that were carried out. */
    public long operations() {
        return operations.sum();
    }

    /** Their bytes. */
    public long bytes() {
        return bytes.sum();
    }

    /**
     * How long they took together, in nanoseconds. Measured only for requests that come from
     * outside, from a backend: to look at the clock twice at every node would cost more than all
     * the rest of counting.
     */
    public long nanos() {
        return nanos.sum();
    }

    /** Requests that failed. */
    public long failed() {
        return failed.sum();
    }

    /** Requests that were refused because their range does not exist. */
    public long invalid() {
        return invalid.sum();
    }

    /** A request of so many bytes has ended, well or not. */
    void ended(boolean worked, long length) {
        if (worked) {
            operations.increment();
            bytes.add(length);
        } else {
            failed.increment();
        }
    }

    /**
     * A request from outside was carried out.
     *
     * @param startNanos {@link System#nanoTime} at its beginning
     */
    void tookSince(long startNanos) {
        nanos.add(System.nanoTime() - startNanos);
    }

    void countInvalid() {
        invalid.increment();
    }
}
