package dev.quarry.block.qcow2;

import java.util.Arrays;

/**
 * Which host clusters hold metadata, so that no allocation and no guest write may hit them: fixed
 * ranges (header, L1 tables, refcount table, snapshot table) and single clusters (L2 tables,
 * refcount blocks). A check costs one look-up. Guarded by the lock of {@link Tables}.
 */
final class MetadataMap {
    private final int clusterBits;
    private long[] rangeStarts = new long[8];
    private long[] rangeEnds = new long[8];
    private int ranges;
    private long[] slots = new long[64];
    private int used;

    MetadataMap(int clusterBits) {
        this.clusterBits = clusterBits;
        addRange(0, 1);
    }

    /** Adds a table of several clusters; bytes may end inside a cluster. */
    void addRange(long host, long bytes) {
        if (ranges == rangeStarts.length) {
            rangeStarts = Arrays.copyOf(rangeStarts, ranges * 2);
            rangeEnds = Arrays.copyOf(rangeEnds, ranges * 2);
        }
        rangeStarts[ranges] = host >>> clusterBits;
        rangeEnds[ranges++] = (host + bytes + (1L << clusterBits) - 1) >>> clusterBits;
    }

    /** Forgets a range that was added with this start. */
    void removeRange(long host) {
        for (int i = 0; i < ranges; i++) {
            if (rangeStarts[i] == host >>> clusterBits) {
                ranges--;
                rangeStarts[i] = rangeStarts[ranges];
                rangeEnds[i] = rangeEnds[ranges];
                return;
            }
        }
    }

    /** Adds the cluster of an L2 table or refcount block. */
    void addCluster(long host) {
        if (used * 2 >= slots.length) {
            grow();
        }
        insert(host >>> clusterBits);
    }

    /** Forgets the cluster of a table that was given up. */
    void removeCluster(long host) {
        int slot = find(host >>> clusterBits);
        if (slots[slot] == 0) {
            return;
        }
        slots[slot] = 0;
        used--;
        reinsertAfter(slot);
    }

    /** Whether any of the clusters of a host range holds metadata. */
    boolean overlaps(long host, long clusters) {
        long first = host >>> clusterBits;
        return hitsRange(first, first + clusters) || hitsCluster(first, first + clusters);
    }

    private boolean hitsRange(long first, long end) {
        for (int i = 0; i < ranges; i++) {
            if (first < rangeEnds[i] && end > rangeStarts[i]) {
                return true;
            }
        }
        return false;
    }

    private boolean hitsCluster(long first, long end) {
        for (long cluster = first; cluster < end; cluster++) {
            if (slots[find(cluster)] == cluster) {
                return true;
            }
        }
        return false;
    }

    /** The slot of a cluster, or the free slot where it would go. Cluster 0 is never stored. */
    private int find(long cluster) {
        int mask = slots.length - 1;
        int slot = (int) ((cluster * 0x9e37_79b9_7f4a_7c15L) >>> 32) & mask;
        while (slots[slot] != 0 && slots[slot] != cluster) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void insert(long cluster) {
        int slot = find(cluster);
        used += slots[slot] == 0 ? 1 : 0;
        slots[slot] = cluster;
    }

    private void grow() {
        long[] old = slots;
        slots = new long[old.length * 2];
        used = 0;
        for (long cluster : old) {
            if (cluster != 0) {
                insert(cluster);
            }
        }
    }

    /** Closes the gap a removal leaves in a chain of occupied slots. */
    private void reinsertAfter(int removed) {
        int mask = slots.length - 1;
        for (int slot = removed + 1 & mask; slots[slot] != 0; slot = slot + 1 & mask) {
            long cluster = slots[slot];
            slots[slot] = 0;
            used--;
            insert(cluster);
        }
    }
}
