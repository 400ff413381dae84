package dev.quarry.block.qcow2;

import java.util.ArrayList;
import java.util.List;

/**
 * Host clusters that lost a reference in memory, while the file may still have it. Their counts go
 * down only after a commit has made the change durable. Guarded by the lock of {@link Tables}.
 */
final class PendingFrees {
    /** So many clusters wait at most before a commit is due. */
    static final int MANY_CLUSTERS = 4096;

    private List<Free> waiting = new ArrayList<>();
    private long clusters;

    /** Why a cluster is freed decides whether the file below hears of it. */
    enum Reason {
        /** A guest asked: discard, or a zero write that may unmap. */
        REQUEST,
        /** A side effect: overwritten, or a table that moved. */
        OTHER
    }

    /** So many clusters from a host cluster number on. */
    record Free(long cluster, long count, Reason reason) {
        boolean isFollowedBy(long next, Reason why) {
            return cluster + count == next && reason == why;
        }

        Free longer(long more) {
            return new Free(cluster, count + more, reason);
        }
    }

    /** Adds clusters; joins them to the newest entry where they continue it. */
    void add(long cluster, long count, Reason reason) {
        clusters += count;
        Free last = waiting.isEmpty() ? null : waiting.getLast();
        if (last != null && last.isFollowedBy(cluster, reason)) {
            waiting.set(waiting.size() - 1, last.longer(count));
        } else {
            waiting.add(new Free(cluster, count, reason));
        }
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean areMany() {
        return clusters > MANY_CLUSTERS;
    }

    /** Takes everything for a commit. */
    List<Free> take() {
        List<Free> taken = waiting;
        waiting = new ArrayList<>();
        clusters = 0;
        return taken;
    }

    /** The commit failed: they wait again. */
    void putBack(List<Free> taken) {
        for (Free free : taken) {
            add(free.cluster(), free.count(), free.reason());
        }
    }
}
