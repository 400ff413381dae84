package dev.quarry.block.qcow2;

/**
 * How many tables the two caches of an image keep.
 *
 * @param l2Tables L2 tables
 * @param refcountBlocks refcount blocks
 */
record CacheSizes(long l2Tables, long refcountBlocks) {
    private static final long L2_BYTES = 32L << 20;
    private static final long REFCOUNT_BYTES = 4L << 20;
    private static final long FEWEST_BLOCKS = 4;

    /** What the settings ask for, else the defaults; the L2 cache is served first. */
    static CacheSizes of(Qcow2Settings settings, Geometry geometry) {
        long table = geometry.clusterSize();
        Long total = settings.cacheSize();
        Long l2 = settings.l2CacheSize();
        Long blocks = settings.refcountCacheSize();
        if (total != null && l2 == null && blocks == null) {
            long forL2 =
                    Math.min(geometry.l1EntriesNeeded() * table, total - FEWEST_BLOCKS * table);
            l2 = Math.max(0, forL2);
        }
        if (total != null && l2 == null && blocks != null) {
            l2 = total - blocks;
        }
        if (total != null && l2 != null) {
            blocks = total - l2;
        }
        return new CacheSizes(
                (l2 == null ? L2_BYTES : l2) / table,
                (blocks == null ? REFCOUNT_BYTES : blocks) / table);
    }

    /** The same, but no more L2 tables than there are, and each cache within an int. */
    CacheSizes limitedTo(long l1Entries) {
        return new CacheSizes(
                Math.min(l2Tables, l1Entries), Math.min(refcountBlocks, Integer.MAX_VALUE));
    }
}
