package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.block.qcow2.PendingFrees.Reason;

/**
 * Zeros and discards with extended L2 entries. Whole clusters give up their place where they may;
 * parts of one only mark their subclusters. Takes the lock of {@link Tables} for one cluster after
 * the other, and commits in between when too much waits.
 */
final class SubclusterZeroer implements Zeroer {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;
    private final ClusterRelease release;
    private final BackingSource backing;
    private final MetadataCommit commit;

    SubclusterZeroer(
            Tables tables,
            L2Tables l2,
            ClusterRelease release,
            BackingSource backing,
            MetadataCommit commit) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.release = release;
        this.backing = backing;
        this.commit = commit;
    }

    @Override
    public long zero(long guest, long end, boolean mayUnmap) {
        requireMarkable(guest, end);
        long released = 0;
        long from = guest;
        while (from < end) {
            long to = Math.min(end, geometry.clusterEnd(from + 1));
            released += zeroCluster(from, to, mayUnmap) ? 1 : 0;
            commitIfDue(to);
            from = to;
        }
        return released;
    }

    @Override
    public void discard(long guest, long end) {
        for (long from = guest; from < end; from += geometry.clusterSize()) {
            discardCluster(from);
            commitIfDue(from + geometry.clusterSize());
        }
    }

    /** After a table's worth of clusters, as often as it is with standard entries. */
    private void commitIfDue(long at) {
        if (at % geometry.l2Coverage() == 0) {
            commit.tellIfWorthIt();
            commit.commitIfTooFull();
        }
    }

    /** A part of a compressed cluster has no mark of its own. Nothing has changed yet. */
    private void requireMarkable(long guest, long end) {
        tables.lock();
        try {
            requireMarkable(guest, Math.min(end, geometry.clusterEnd(guest + 1)), guest);
            requireMarkable(Math.max(guest, geometry.clusterStart(end - 1)), end, end - 1);
        } finally {
            tables.unlock();
        }
    }

    private void requireMarkable(long from, long to, long at) {
        CachedTable table = l2.forRead(at);
        boolean compressed = table != null && (l2.entry(table, at) & L2Entry.COMPRESSED) != 0;
        if (compressed && !isWhole(from, to)) {
            throw BlockException.notSupported(
                    "A part of a compressed cluster cannot become zeros by itself");
        }
    }

    private boolean isWhole(long from, long to) {
        return geometry.isClusterAligned(from) && geometry.isClusterAligned(to) && from < to;
    }

    /** Whether a cluster was given up. */
    private boolean zeroCluster(long from, long to, boolean mayUnmap) {
        tables.lock();
        try {
            CachedTable table = l2.forWrite(from);
            boolean packed = (l2.entry(table, from) & L2Entry.COMPRESSED) != 0;
            if (isWhole(from, to) && (mayUnmap || packed)) {
                return giveUp(table, from);
            }
            int first = geometry.subcluster(from);
            int last = geometry.subcluster(to - 1);
            long bitmap = l2.bitmap(table, from);
            l2.setBitmap(table, from, SubclusterBits.withZero(bitmap, first, last + 1));
            return false;
        } finally {
            tables.unlock();
        }
    }

    private void discardCluster(long guest) {
        tables.lock();
        try {
            CachedTable table = l2.forRead(guest);
            long entry = table == null ? 0 : l2.entry(table, guest);
            long bitmap = table == null ? 0 : l2.bitmap(table, guest);
            boolean nothing = entry == 0 && bitmap == 0 && !backing.exists();
            if (!nothing) {
                giveUp(l2.forWrite(guest), guest);
            }
        } finally {
            tables.unlock();
        }
    }

    private boolean giveUp(CachedTable table, long guest) {
        long old = l2.entry(table, guest);
        if (old == 0 && l2.bitmap(table, guest) == SubclusterBits.ALL_ZERO) {
            return false;
        }
        l2.setHidden(table, guest);
        release.release(old, Reason.REQUEST);
        return L2Entry.isAllocated(old);
    }
}
