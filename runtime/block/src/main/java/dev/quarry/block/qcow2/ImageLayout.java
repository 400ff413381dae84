package dev.quarry.block.qcow2;

/**
 * Where the structures of a new image lie, in clusters one after the other: header, refcount table,
 * refcount blocks, L1 table.
 *
 * @param refcountTableClusters length of the refcount table
 * @param refcountBlocks enough to count everything there is at the start
 * @param l1Entries for the guest size
 */
record ImageLayout(int clusterBits, int refcountTableClusters, int refcountBlocks, int l1Entries) {

    /** Lays out an image; refuses one whose L1 table would pass its limit. */
    static ImageLayout of(Geometry geometry) {
        long entries = geometry.l1EntriesNeeded();
        if (entries * Long.BYTES > HeaderChecks.MAX_L1_BYTES) {
            throw Refusal.tooLarge(
                    "Cannot create a qcow2 image: 'size' is too large for this 'cluster-size'");
        }
        long l1Clusters = clusters(geometry, entries * Long.BYTES);
        long blocks = 1;
        while (true) {
            long table = clusters(geometry, blocks * Long.BYTES);
            long needed = ceilDiv(1 + table + blocks + l1Clusters, geometry.countsPerBlock());
            if (needed <= blocks) {
                return new ImageLayout(
                        geometry.clusterBits(), (int) table, (int) blocks, (int) entries);
            }
            blocks = needed;
        }
    }

    private static long clusters(Geometry geometry, long bytes) {
        return geometry.clusterEnd(bytes) >>> geometry.clusterBits();
    }

    private static long ceilDiv(long value, long by) {
        return (value + by - 1) / by;
    }

    long refcountTableOffset() {
        return 1L << clusterBits;
    }

    long refcountBlockOffset(int number) {
        return (1L + refcountTableClusters + number) << clusterBits;
    }

    long l1Offset() {
        return (1L + refcountTableClusters + refcountBlocks) << clusterBits;
    }

    /** Length of the new file in bytes: it ends with the L1 table. */
    long fileLength() {
        return l1Offset() + (long) l1Entries * Long.BYTES;
    }

    /** Clusters in use at the start. */
    long usedClusters() {
        long mask = (1L << clusterBits) - 1;
        return (fileLength() + mask) >>> clusterBits;
    }
}
