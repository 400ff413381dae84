package dev.quarry.block.qcow2;

/**
 * Turns whole clusters or subclusters into zeros or into nothing, by changing table entries alone.
 * The caller holds the guest range exclusively in {@link ClusterRanges}.
 */
interface Zeroer {
    /**
     * Makes a range, aligned to {@link Geometry#unitSize}, zeros that hide the backing file.
     *
     * @param mayUnmap whether clusters that need not stay are given up
     * @return how many clusters were given up
     */
    long zero(long guest, long end, boolean mayUnmap);

    /** Releases the clusters of a cluster-aligned range, unless stale data would show. */
    void discard(long guest, long end);
}
