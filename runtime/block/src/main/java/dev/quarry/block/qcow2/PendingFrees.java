package dev.quarry.block.qcow2;

import java.util.ArrayList;
import java.util.List;

/**
 * Host clusters that lost a reference in memory, while the file may still have it. Their counts go
 * down only after a commit has made the change durable. Guarded by the lock of {@link Tables}.
 */
final class PendingFrees {
    /** So many clusters wait at most before one who needs new ones commits. */
    static final int MANY_CLUSTERS = 4096;

    /** So many wait at most in any case; their space may be gone long since. */
    private static final int MOST_CLUSTERS = 65_536;

    private static final int MOST_RUNS = 4096;

    /** So many requested clusters are worth telling the file of. */
    private static final int WORTH_TELLING = 256;

    private List<Free> waiting = new ArrayList<>();
    private List<Free> requested = new ArrayList<>();
    private long clusters;
    private long untold;

    /** Why a cluster is freed decides whether the file below hears of it, and when. */
    enum Reason {
        /** A guest asked: discard, or a zero write that may unmap. Nobody needs what it held. */
        REQUEST,
        /** A guest asked, and the file below has heard of it. */
        TOLD,
        /** On request too, but needed until that is durable: by a snapshot, or a failing resize. */
        LATER,
        /** A side effect: overwritten, or a table that moved. Needed until that is durable. */
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

    /** Adds clusters; joins them to the newest entry of their kind where they continue it. */
    void add(long cluster, long count, Reason reason) {
        clusters += count;
        untold += reason == Reason.REQUEST ? count : 0;
        List<Free> list = reason == Reason.REQUEST ? requested : waiting;
        Free last = list.isEmpty() ? null : list.getLast();
        if (last != null && last.isFollowedBy(cluster, reason)) {
            list.set(list.size() - 1, last.longer(count));
        } else {
            list.add(new Free(cluster, count, reason));
        }
    }

    boolean isEmpty() {
        return clusters == 0;
    }

    /** Whether a commit is due so that clusters can be used anew. */
    boolean areMany() {
        return clusters > MANY_CLUSTERS;
    }

    /** Whether a commit is due whatever is done with clusters. */
    boolean areTooMany() {
        return clusters > MOST_CLUSTERS || waiting.size() + requested.size() > MOST_RUNS;
    }

    /** Whether so much was requested that the file should hear of it. */
    boolean areWorthTelling() {
        return untold >= WORTH_TELLING;
    }

    /** Takes what guests gave up and the file has not heard of. */
    List<Free> takeRequested() {
        List<Free> taken = requested;
        requested = new ArrayList<>();
        clusters -= untold;
        untold = 0;
        return taken;
    }

    /** Takes everything for a commit. */
    List<Free> take() {
        List<Free> taken = waiting;
        taken.addAll(takeRequested());
        waiting = new ArrayList<>();
        clusters = 0;
        return taken;
    }

    /** They wait again, or for something else. */
    void putBack(List<Free> taken) {
        for (Free free : taken) {
            add(free.cluster(), free.count(), free.reason());
        }
    }
}
