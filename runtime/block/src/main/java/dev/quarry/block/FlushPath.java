package dev.quarry.block;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Flushing one node: one at a time, and without syncing when nothing was written since the last.
 *
 * <p>The lock is held over the flush of the children: it is taken from the top of the graph down,
 * and whoever waits for it usually finds its work done.
 */
final class FlushPath {
    private final BlockNode node;
    private final ReentrantLock one = new ReentrantLock();

    /** Counts finished writes. */
    private final AtomicLong written = new AtomicLong();

    /** {@link #written} as of the last flush that worked; under the lock. */
    private long flushed;

    FlushPath(BlockNode node) {
        this.node = node;
    }

    /** A write has ended, well or not: the next flush has something to do. */
    void wrote() {
        written.incrementAndGet();
    }

    void flush() {
        if (node.isReadOnly()) {
            return;
        }
        one.lock();
        try {
            flushOnce();
        } finally {
            one.unlock();
        }
    }

    private void flushOnce() {
        long now = written.get();
        stepBelow(BlkdebugEvent.FLUSH_TO_OS);
        node.driver().flush();
        if (now != flushed && !node.options().cacheNoFlush()) {
            stepBelow(BlkdebugEvent.FLUSH_TO_DISK);
            node.driver().sync();
        }
        node.driver().flushChildren(written());
        flushed = now;
    }

    private List<BlockChild> written() {
        return node.children().stream().filter(BlockChild::isWrittenTo).toList();
    }

    private void stepBelow(BlkdebugEvent step) {
        BlockChild primary = node.primary();
        if (primary != null) {
            primary.step(step);
        }
    }
}
