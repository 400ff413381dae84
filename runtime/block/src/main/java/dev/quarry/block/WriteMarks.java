package dev.quarry.block;

import java.util.concurrent.atomic.AtomicLong;

/** How far the writes of one node reach: the farthest so far, and the mark that is told. */
final class WriteMarks {
    private final BlockNode node;
    private final AtomicLong threshold = new AtomicLong();
    private final AtomicLong highest = new AtomicLong();

    WriteMarks(BlockNode node) {
        this.node = node;
    }

    long threshold() {
        return threshold.get();
    }

    void setThreshold(long bytes) {
        threshold.set(bytes);
    }

    long highest() {
        return highest.get();
    }

    /** Tells once when a write reaches past the threshold. */
    void check(long end) {
        long mark = threshold.get();
        if (mark != 0 && end > mark && threshold.compareAndSet(mark, 0)) {
            node.graph().events().writeThreshold(node.name(), end - mark, mark);
        }
    }

    /** Notes the end of a finished write. */
    void reached(long end) {
        if (end > highest.get()) {
            highest.accumulateAndGet(end, Math::max);
        }
    }
}
