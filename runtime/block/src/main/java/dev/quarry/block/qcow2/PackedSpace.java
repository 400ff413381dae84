package dev.quarry.block.qcow2;

/**
 * Finds space for compressed clusters, one right after the other, byte by byte. A host cluster that
 * holds parts of several counts a reference for each. Guarded by the lock of {@link Tables}.
 *
 * <p>Only the newest host cluster is filled up, and only as long as nothing in it was given up: so
 * nobody waits to lower its count or to discard it while it gets new content.
 */
final class PackedSpace {
    private final Tables tables;
    private final Geometry geometry;

    /** The free rest of the newest cluster; empty if there is none. */
    private long next;

    private long end;

    PackedSpace(Tables tables) {
        this.tables = tables;
        this.geometry = tables.geometry();
    }

    /**
     * Counts a reference on each host cluster that the place touches.
     *
     * @param bytes fewer than a cluster has
     * @return the host offset, which need not be aligned
     */
    long allocate(int bytes) {
        tables.requireLock();
        tables.requireBarrier();
        long host = bytes <= end - next && shareNewest() ? next : allocateAcross(bytes);
        next = host + bytes;
        return host;
    }

    /** A new cluster; the rest of the one before is used too if the new one follows it. */
    private long allocateAcross(int bytes) {
        long fresh = tables.allocator().allocate(1).host();
        boolean continued = next < end && fresh == end && bytes > end - next && shareNewest();
        long host = continued ? next : fresh;
        end = fresh + geometry.clusterSize();
        return host;
    }

    /** One reference more on the newest cluster, unless it has as many as can be counted. */
    private boolean shareNewest() {
        if (next >= end) {
            return false;
        }
        long cluster = newest();
        long count = tables.refcounts().get(cluster);
        if (count == geometry.maxRefcount()) {
            return false;
        }
        tables.refcounts().set(cluster, count + 1);
        return true;
    }

    private long newest() {
        return (end - 1) >>> geometry.clusterBits();
    }

    /** Takes back a place that no table ever referred to. */
    void giveBack(long host, int bytes) {
        tables.requireLock();
        long last = (host + bytes - 1) >>> geometry.clusterBits();
        for (long cluster = host >>> geometry.clusterBits(); cluster <= last; cluster++) {
            long count = tables.refcounts().get(cluster) - 1;
            tables.refcounts().set(cluster, count);
            if (count == 0) {
                tables.allocator().freed(cluster);
            }
        }
        close();
    }

    /** Compressed data in these host clusters is given up: they get no more. */
    void released(long first, long count) {
        if (next < end && first <= newest() && newest() < first + count) {
            close();
        }
    }

    private void close() {
        next = 0;
        end = 0;
    }
}
