package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.PendingFrees.Reason;

/**
 * Turns whole clusters into zeros or into nothing, by changing table entries alone. Takes the lock
 * of {@link Tables} for one L2 table at a time, and commits in between when too much waits, so that
 * zeros of any length take bounded memory. The caller holds the guest range exclusively in {@link
 * ClusterRanges}. For standard L2 entries; {@link SubclusterZeroer} does it for extended ones.
 */
final class ClusterZeroer implements Zeroer {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;
    private final ClusterRelease release;
    private final BackingSource backing;
    private final MetadataCommit commit;

    /** What becomes of an entry. */
    @FunctionalInterface
    private interface Change {
        long apply(long entry);
    }

    ClusterZeroer(
            Tables tables,
            L2Tables l2,
            ClusterRelease release,
            BackingSource backing,
            MetadataCommit commit) {
        this.commit = commit;
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.release = release;
        this.backing = backing;
    }

    /** Version 2 has no such entry: there clusters are released, if that shows zeros. */
    @Override
    public long zero(long guest, long end, boolean mayUnmap) {
        if (geometry.version() < 3) {
            return backing.exists() ? 0 : change(guest, end, _ -> 0);
        }
        return change(guest, end, mayUnmap ? _ -> L2Entry.ZERO : ClusterZeroer::zeroedInPlace);
    }

    @Override
    public void discard(long guest, long end) {
        if (geometry.version() >= 3) {
            change(guest, end, this::discarded);
        } else if (!backing.exists()) {
            change(guest, end, _ -> 0);
        }
    }

    /** The entry with its cluster kept, unless that holds compressed data. */
    private static long zeroedInPlace(long entry) {
        return (entry & L2Entry.COMPRESSED) != 0 ? L2Entry.ZERO : entry | L2Entry.ZERO;
    }

    private long discarded(long entry) {
        boolean nothing = L2Entry.kind(entry) == L2Entry.Kind.UNALLOCATED && !backing.exists();
        return nothing ? entry : L2Entry.ZERO;
    }

    /** Returns how many entries gave up a cluster. */
    private long change(long guest, long end, Change change) {
        long from = guest;
        long released = 0;
        while (from < end) {
            long to = Math.min(end, l2.coverageEnd(from));
            released += changeInTable(from, to, change);
            commit.tellIfWorthIt();
            commit.commitIfTooFull();
            from = to;
        }
        return released;
    }

    private long changeInTable(long from, long to, Change change) {
        tables.lock();
        try {
            long first = firstChange(from, to, change);
            return first < to ? changeEntries(first, to, change) : 0;
        } finally {
            tables.unlock();
        }
    }

    /** The first guest offset whose entry would change, so that a table is made only for cause. */
    private long firstChange(long from, long to, Change change) {
        CachedTable table = l2.forRead(from);
        for (long guest = from; guest < to; guest += geometry.clusterSize()) {
            long entry = table == null ? 0 : l2.entry(table, guest);
            if (change.apply(entry) != entry) {
                return guest;
            }
        }
        return to;
    }

    private long changeEntries(long from, long to, Change change) {
        CachedTable table = l2.forWrite(from);
        long released = 0;
        for (long guest = from; guest < to; guest += geometry.clusterSize()) {
            released += changeEntry(table, guest, change) ? 1 : 0;
        }
        return released;
    }

    private boolean changeEntry(CachedTable table, long guest, Change change) {
        long old = l2.entry(table, guest);
        long now = change.apply(old);
        if (now == old) {
            return false;
        }
        l2.setEntry(table, guest, now);
        if (L2Entry.host(now) != 0) {
            return false;
        }
        release.release(old, Reason.REQUEST);
        return L2Entry.isAllocated(old);
    }
}
