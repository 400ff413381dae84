package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

/**
 * Finds host clusters that nobody uses, from the front of the file on, and counts them as used.
 * Guarded by the lock of {@link Tables}.
 */
final class Allocator {
    private final Tables tables;
    private final Geometry geometry;
    private final RefcountGrowth growth;
    private long firstFree;
    private long untouchedFrom;

    /**
     * Consecutive host clusters.
     *
     * @param untouched whether nothing was ever written there, so that they read as zeros
     */
    record Run(long host, int clusters, boolean untouched) {}

    Allocator(Tables tables) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.growth = new RefcountGrowth(tables);
        this.untouchedFrom = geometry.clusterEnd(tables.file().size());
    }

    /** The first free clusters, at least one and at most so many; each counts one reference. */
    Run allocate(int most) {
        tables.requireLock();
        tables.requireBarrier();
        tables.file().step(BlkdebugEvent.CLUSTER_ALLOC);
        long cluster = findFree();
        int count = runLength(cluster, most);
        long host = cluster << geometry.clusterBits();
        requireUsable(host, count);
        for (int i = 0; i < count; i++) {
            tables.refcounts().set(cluster + i, 1);
        }
        firstFree = cluster + count;
        return new Run(host, count, touch(host, count));
    }

    /** Gives back clusters that no table ever referred to. */
    void giveBack(long host, int clusters) {
        tables.requireLock();
        long cluster = host >>> geometry.clusterBits();
        for (int i = 0; i < clusters; i++) {
            tables.refcounts().set(cluster + i, 0);
        }
        freed(cluster);
    }

    /** The count of a cluster has become zero. */
    void freed(long cluster) {
        firstFree = Math.min(firstFree, cluster);
    }

    private long findFree() {
        long cluster = firstFree;
        while (true) {
            if (!tables.refcounts().hasBlock(cluster)) {
                long end = growth.addBlock(cluster);
                touch(cluster << geometry.clusterBits(), (int) (end - cluster));
                cluster = end;
            }
            long found = findFreeInBlock(cluster);
            if (found >= 0) {
                return found;
            }
            cluster = blockEnd(cluster);
        }
    }

    /** The first free cluster of the rest of a block, or -1. */
    private long findFreeInBlock(long from) {
        if (!tables.refcounts().hasBlock(from)) {
            return -1;
        }
        CachedTable block = tables.refcounts().block(from);
        long end = blockEnd(from);
        for (long cluster = from; cluster < end; cluster++) {
            if (countIn(block, cluster) == 0) {
                return cluster;
            }
        }
        return -1;
    }

    private int runLength(long cluster, int most) {
        CachedTable block = tables.refcounts().block(cluster);
        long end = Math.min(blockEnd(cluster), cluster + most);
        long next = cluster + 1;
        while (next < end && countIn(block, next) == 0) {
            next++;
        }
        return (int) (next - cluster);
    }

    private long countIn(CachedTable block, long cluster) {
        return block.count(geometry.refcountOrder(), tables.refcounts().indexInBlock(cluster));
    }

    private long blockEnd(long cluster) {
        return (cluster | geometry.countsPerBlock() - 1L) + 1;
    }

    private void requireUsable(long host, int clusters) {
        if (host + ((long) clusters << geometry.clusterBits()) > Geometry.MAX_HOST) {
            throw Refusal.tooLarge("The qcow2 file cannot grow past 2^56 bytes");
        }
        if (tables.metadata().overlaps(host, clusters)) {
            throw tables.corruption()
                    .mark("the free cluster at offset " + host + " holds metadata");
        }
    }

    /** Notes that the clusters are about to be written; tells whether they never were before. */
    private boolean touch(long host, int clusters) {
        boolean untouched = host >= untouchedFrom;
        long end = host + ((long) clusters << geometry.clusterBits());
        untouchedFrom = Math.max(untouchedFrom, end);
        return untouched;
    }
}
