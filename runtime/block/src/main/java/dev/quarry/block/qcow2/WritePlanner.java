package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.L2Units.State;
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
    private final L2Units units;
    private final ClusterRelease release;

    WritePlanner(Tables tables, L2Tables l2, ClusterRelease release) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.units = new L2Units(geometry, l2);
        this.release = release;
    }

    /** The place of the start of the range, if it can be written without any change to tables. */
    WritePlan.@Nullable InPlace inPlace(long guest, long bytes) {
        tables.lock();
        try {
            CachedTable table = l2.forRead(guest);
            if (table == null || units.state(table, guest) != State.IN_PLACE) {
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
            return switch (units.state(table, guest)) {
                case IN_PLACE -> inPlaceRun(table, guest, bytes);
                case PLACED -> reuse(table, guest, bytes);
                case UNPLACED -> allocate(table, guest, bytes, geometry.unitSize());
                case COPIED -> allocate(table, guest, bytes, geometry.clusterSize());
            };
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
            long guest = plan.guest();
            while (guest < plan.end()) {
                long end = Math.min(plan.end(), geometry.clusterEnd(guest + 1));
                linkCluster(table, guest, end, plan);
                guest = end;
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
            long host = geometry.clusterStart(plan.host());
            long bytes = geometry.clusterEnd(plan.host() + plan.bytes()) - host;
            tables.allocator().giveBack(host, (int) (bytes >>> geometry.clusterBits()));
        } finally {
            tables.unlock();
        }
    }

    /** A part of one cluster, up to all of it. */
    private void linkCluster(CachedTable table, long from, long to, WritePlan.Allocating plan) {
        long old = l2.entry(table, from);
        long host = geometry.clusterStart(plan.host() + (from - plan.guest()));
        l2.setEntry(table, from, host | L2Entry.COPIED);
        units.setAllocated(table, from, to);
        if (plan.fresh()) {
            release.release(old, Reason.OTHER);
        }
    }

    private WritePlan.InPlace inPlaceRun(CachedTable table, long guest, long bytes) {
        long end = units.placedRunEnd(table, guest, guest + bytes);
        long host = units.host(table, guest);
        requireData(host, end - guest);
        return new WritePlan.InPlace(host, end - guest);
    }

    private WritePlan reuse(CachedTable table, long guest, long bytes) {
        long start = geometry.unitStart(guest);
        long end = units.placedRunEnd(table, start, geometry.unitEnd(guest + bytes));
        long host = units.host(table, start);
        requireData(host, end - start);
        return new WritePlan.Allocating(
                start, host, end - start, geometry.unitSize(), false, false);
    }

    /**
     * New clusters: filled from unit to unit. Where an old one is shared or compressed, the unit is
     * the whole cluster, for all of it moves.
     */
    private WritePlan allocate(CachedTable table, long guest, long bytes, int unit) {
        int wanted = units.sameClusters(table, guest, guest + bytes);
        Allocator.Run run = tables.allocator().allocate(wanted);
        long start = guest & -(long) unit;
        long skip = start & geometry.clusterMask();
        long most = ((long) run.clusters() << geometry.clusterBits()) - skip;
        long length = Math.min(most, ((guest + bytes + unit - 1) & -(long) unit) - start);
        return new WritePlan.Allocating(
                start, run.host() + skip, length, unit, run.untouched(), true);
    }

    private void requireData(long host, long bytes) {
        long start = geometry.clusterStart(host);
        if (tables.metadata()
                .overlaps(
                        start,
                        (geometry.clusterEnd(host + bytes) - start) >>> geometry.clusterBits())) {
            throw tables.corruption().mark("the data cluster at offset " + start + " is metadata");
        }
    }
}
