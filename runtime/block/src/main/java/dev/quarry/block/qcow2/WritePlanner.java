package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.L2Entry.Kind;
import dev.quarry.block.qcow2.PendingFrees.Reason;

import org.jspecify.annotations.Nullable;

/**
 * Decides where guest writes go, and enters the outcome into the tables. Takes the lock of {@link
 * Tables} for each decision. The caller holds the guest range in {@link ClusterRanges}, shared for
 * {@link #inPlace}, exclusively for everything else; so nobody else changes these entries between
 * plan and outcome.
 */
final class WritePlanner {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;
    private final ClusterRelease release;

    WritePlanner(Tables tables, L2Tables l2, ClusterRelease release) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.release = release;
    }

    /** The place of the start of the range, if it can be written without any change to tables. */
    WritePlan.@Nullable InPlace inPlace(long guest, long bytes) {
        tables.lock();
        try {
            CachedTable table = l2.forRead(guest);
            if (table == null || !isInPlace(l2.entry(table, guest))) {
                return null;
            }
            return inPlaceRun(table, guest, bytes);
        } finally {
            tables.unlock();
        }
    }

    /** The place of the start of the range, allocated where needed. */
    WritePlan plan(long guest, long bytes) {
        tables.lock();
        try {
            CachedTable table = l2.forWrite(guest);
            long entry = l2.entry(table, guest);
            if (isInPlace(entry)) {
                return inPlaceRun(table, guest, bytes);
            }
            return isReusable(entry) ? reuse(table, guest, bytes) : allocate(table, guest, bytes);
        } finally {
            tables.unlock();
        }
    }

    /** The data of the plan is written: let the tables say so. */
    void link(WritePlan.Allocating plan) {
        tables.lock();
        try {
            tables.requireBarrier();
            CachedTable table = l2.forWrite(plan.guest());
            for (int i = 0; i < plan.clusters(); i++) {
                long step = (long) i << geometry.clusterBits();
                linkCluster(table, plan.guest() + step, plan.host() + step, plan.fresh());
            }
        } finally {
            tables.unlock();
        }
    }

    /** The data could not be written: nobody refers to the new clusters. */
    void abandon(WritePlan.Allocating plan) {
        if (!plan.fresh()) {
            return;
        }
        tables.lock();
        try {
            tables.allocator().giveBack(plan.host(), plan.clusters());
        } finally {
            tables.unlock();
        }
    }

    private void linkCluster(CachedTable table, long guest, long host, boolean fresh) {
        long old = l2.entry(table, guest);
        l2.setEntry(table, guest, host | L2Entry.COPIED);
        if (fresh) {
            release.release(old, Reason.OTHER);
        }
    }

    private WritePlan.InPlace inPlaceRun(CachedTable table, long guest, long bytes) {
        long host = L2Entry.host(l2.entry(table, guest));
        int clusters = 1;
        int most = clustersIn(guest, bytes);
        long step = geometry.clusterSize();
        while (clusters < most
                && isInPlaceAt(table, guest + clusters * step, host + clusters * step)) {
            clusters++;
        }
        requireData(host, clusters);
        long skip = guest & geometry.clusterMask();
        return new WritePlan.InPlace(host + skip, Math.min(bytes, clusters * step - skip));
    }

    private boolean isInPlaceAt(CachedTable table, long guest, long host) {
        long entry = l2.entry(table, guest);
        return isInPlace(entry) && L2Entry.host(entry) == host;
    }

    private WritePlan reuse(CachedTable table, long guest, long bytes) {
        long start = geometry.clusterStart(guest);
        long host = L2Entry.host(l2.entry(table, start));
        int clusters = 1;
        int most = clustersIn(guest, bytes);
        long step = geometry.clusterSize();
        while (clusters < most
                && isReusableAt(table, start + clusters * step, host + clusters * step)) {
            clusters++;
        }
        requireData(host, clusters);
        return new WritePlan.Allocating(start, host, clusters, false, false);
    }

    private boolean isReusableAt(CachedTable table, long guest, long host) {
        long entry = l2.entry(table, guest);
        return isReusable(entry) && L2Entry.host(entry) == host;
    }

    private WritePlan allocate(CachedTable table, long guest, long bytes) {
        long start = geometry.clusterStart(guest);
        int clusters = 1;
        int most = clustersIn(guest, bytes);
        while (clusters < most && needsPlace(table, start + clusters * (long) step())) {
            clusters++;
        }
        Allocator.Run run = tables.allocator().allocate(clusters);
        return new WritePlan.Allocating(start, run.host(), run.clusters(), run.untouched(), true);
    }

    private int step() {
        return geometry.clusterSize();
    }

    private boolean needsPlace(CachedTable table, long guest) {
        long entry = l2.entry(table, guest);
        return !isInPlace(entry) && !isReusable(entry);
    }

    /** Clusters that the range touches, as far as one table goes. */
    private int clustersIn(long guest, long bytes) {
        long end = Math.min(guest + bytes, l2.coverageEnd(guest));
        long span = geometry.clusterEnd(end) - geometry.clusterStart(guest);
        return (int) (span >>> geometry.clusterBits());
    }

    private void requireData(long host, int clusters) {
        if (!geometry.isClusterAligned(host)) {
            throw tables.corruption().mark("a data cluster has the unaligned offset " + host);
        }
        if (tables.metadata().overlaps(host, clusters)) {
            throw tables.corruption().mark("the data cluster at offset " + host + " is metadata");
        }
    }

    private static boolean isInPlace(long entry) {
        return L2Entry.isCopied(entry) && L2Entry.kind(entry) == Kind.DATA;
    }

    private static boolean isReusable(long entry) {
        return L2Entry.isCopied(entry) && L2Entry.kind(entry) == Kind.ZERO_ALLOCATED;
    }
}
