package dev.quarry.block.driver;

import java.util.concurrent.atomic.LongAdder;

/** What became of the discards that reached a file. Any thread. */
public final class DiscardCounters {
    private final LongAdder done = new LongAdder();
    private final LongAdder doneBytes = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** Discards that gave space back. */
    public long done() {
        return done.sum();
    }

    /** Their bytes. */
    public long doneBytes() {
        return doneBytes.sum();
    }

    /** Discards that failed or that the file system does not have. */
    public long failed() {
        return failed.sum();
    }

    void ended(boolean worked, long bytes) {
        if (worked) {
            done.increment();
            doneBytes.add(bytes);
        } else {
            failed.increment();
        }
    }
}
