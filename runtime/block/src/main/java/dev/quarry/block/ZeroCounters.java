package dev.quarry.block;

import java.util.concurrent.atomic.LongAdder;

/** What zero detection met at one node, and why it did not act. Any thread. */
public final class ZeroCounters {
    private final LongAdder hits = new LongAdder();
    private final LongAdder hitBytes = new LongAdder();
    private final LongAdder data = new LongAdder();
    private final LongAdder noZeroWrite = new LongAdder();

    /** Writes that became zero writes. */
    public long hits() {
        return hits.sum();
    }

    /** Payload bytes of {@link #hits()}. */
    public long hitBytes() {
        return hitBytes.sum();
    }

    /** Writes that were examined and held a byte that is not zero. */
    public long data() {
        return data.sum();
    }

    /** Writes that were not examined because the driver has no zero write. */
    public long noZeroWrite() {
        return noZeroWrite.sum();
    }

    void hit(long bytes) {
        hits.increment();
        hitBytes.add(bytes);
    }

    void countData() {
        data.increment();
    }

    void countNoZeroWrite() {
        noZeroWrite.increment();
    }
}
