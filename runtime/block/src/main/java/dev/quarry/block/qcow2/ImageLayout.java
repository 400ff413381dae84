package dev.quarry.block.qcow2;

/**
 * Where the structures of a new image lie, in clusters one after the other: header, refcount table,
 * refcount blocks, L1 table and, where space is taken at once, L2 tables and guest data.
 *
 * @param refcountTableClusters length of the refcount table
 * @param refcountBlocks enough to count everything there is at the start
 * @param l1Entries for the guest size
 * @param l2Tables tables there are at the start
 * @param dataClusters guest clusters that have their place at the start
 */
record ImageLayout(
        int clusterBits,
        int refcountTableClusters,
        int refcountBlocks,
        int l1Entries,
        int l2Tables,
        long dataClusters) {

    /** Lays out an image; refuses one whose tables would pass their limits. */
    static ImageLayout of(CreateOptions options) {
        Geometry geometry = options.geometry();
        long entries = geometry.l1EntriesNeeded();
        if (entries * Long.BYTES > HeaderChecks.MAX_L1_BYTES) {
            throw tooLarge();
        }
        boolean placed = options.preallocation() != Preallocation.OFF;
        int tables = placed ? (int) entries : 0;
        long data = placed ? clusters(geometry, geometry.size()) : 0;
        return of(geometry, (int) entries, tables, data);
    }

    private static ImageLayout of(Geometry geometry, int l1Entries, int l2Tables, long data) {
        long counted = 1 + clusters(geometry, (long) l1Entries * Long.BYTES) + l2Tables + data;
        long blocks = 1;
        while (true) {
            long table = clusters(geometry, blocks * Long.BYTES);
            if (table << geometry.clusterBits() > HeaderChecks.MAX_REFCOUNT_TABLE_BYTES) {
                throw tooLarge();
            }
            long needed = ceilDiv(counted + table + blocks, geometry.countsPerBlock());
            if (needed <= blocks) {
                return new ImageLayout(
                        geometry.clusterBits(),
                        (int) table,
                        (int) blocks,
                        l1Entries,
                        l2Tables,
                        data);
            }
            blocks = needed;
        }
    }

    private static RuntimeException tooLarge() {
        return Refusal.tooLarge(
                "Cannot create a qcow2 image: 'size' is too large for this 'cluster-size'");
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
        return refcountBlockOffset(refcountBlocks);
    }

    /** Bytes of the L1 table without what fills up its last cluster. */
    long l1Bytes() {
        return (long) l1Entries * Long.BYTES;
    }

    long l2Offset(int number) {
        return clusterEnd(l1Offset() + l1Bytes()) + ((long) number << clusterBits);
    }

    /** Where guest data begins. */
    long dataOffset() {
        return l2Offset(l2Tables);
    }

    /** Bytes of guest data that have their place. */
    long dataBytes() {
        return dataClusters << clusterBits;
    }

    /** Length of the new file in bytes: it ends with guest data or, without, with the L1 table. */
    long fileLength() {
        return dataClusters == 0 ? l1Offset() + l1Bytes() : dataOffset() + dataBytes();
    }

    /** Clusters in use at the start. */
    long usedClusters() {
        return clusterEnd(fileLength()) >>> clusterBits;
    }

    private long clusterEnd(long offset) {
        long mask = (1L << clusterBits) - 1;
        return (offset + mask) & ~mask;
    }
}
