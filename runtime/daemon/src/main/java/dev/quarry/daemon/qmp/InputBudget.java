package dev.quarry.daemon.qmp;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/**
 * Bounds what the unfinished messages of all clients together take of the heap: each client may
 * have one of a size that a thousand of them could not. When it becomes too much, who holds most is
 * cut off, so that nobody pays for another's flood.
 *
 * <p>Any thread.
 */
public final class InputBudget {
    /** A part of the heap that leaves room for everything else. */
    private static final int PART_OF_HEAP = 4;

    private final long limit;
    private final Map<QmpSession, Long> holders = new HashMap<>();
    private long total;

    /** A quarter of the largest heap. */
    public InputBudget() {
        this(Runtime.getRuntime().maxMemory() / PART_OF_HEAP);
    }

    InputBudget(long limit) {
        this.limit = limit;
    }

    /** A session holds so many bytes now. May cut off a session, this one or another. */
    void hold(QmpSession session, long bytes) {
        QmpSession victim = afterChange(session, bytes);
        if (victim != null) {
            // Not on this thread, which may have the lock of the session that it speaks for.
            Thread.ofVirtual().name("input-budget").start(victim::cutOffForMemory);
        }
    }

    /** The session to cut off, whose bytes count no more. */
    private synchronized @Nullable QmpSession afterChange(QmpSession session, long bytes) {
        total -= removed(session);
        if (bytes > 0) {
            holders.put(session, bytes);
            total += bytes;
        }
        if (total <= limit) {
            return null;
        }
        QmpSession largest = session;
        long most = bytes;
        for (Map.Entry<QmpSession, Long> holder : holders.entrySet()) {
            if (holder.getValue() > most) {
                largest = holder.getKey();
                most = holder.getValue();
            }
        }
        total -= removed(largest);
        return largest;
    }

    private long removed(QmpSession session) {
        Long held = holders.remove(session);
        return held == null ? 0 : held;
    }
}
