package dev.quarry.block.qcow2;

/**
 * The reference count of every host cluster. A count in memory is never below what the references
 * in the file need: see {@link MetadataCommit}. Does no allocation; a missing block counts zero.
 * Guarded by the lock of {@link Tables}.
 */
final class Refcounts {
    private final Geometry geometry;
    private final TableCache blocks;
    private PointerTable table;

    Refcounts(Geometry geometry, PointerTable table, TableCache blocks) {
        this.geometry = geometry;
        this.table = table;
        this.blocks = blocks;
    }

    PointerTable table() {
        return table;
    }

    TableCache blocks() {
        return blocks;
    }

    /** The table has moved. */
    void replaceTable(PointerTable moved) {
        this.table = moved;
    }

    /** Which entry of the refcount table covers a host cluster; may lie past the table. */
    long tableIndex(long cluster) {
        return cluster / geometry.countsPerBlock();
    }

    /** Whether a block exists for the cluster. */
    boolean hasBlock(long cluster) {
        long index = tableIndex(cluster);
        return index < table.count() && table.offset((int) index) != 0;
    }

    /** The block of a cluster for which {@link #hasBlock} holds. */
    CachedTable block(long cluster) {
        return blocks.get(table.offset((int) tableIndex(cluster)));
    }

    /** The count of a host cluster, 64-bit counts as unsigned. */
    long get(long cluster) {
        return hasBlock(cluster)
                ? block(cluster).count(geometry.refcountOrder(), indexInBlock(cluster))
                : 0;
    }

    /** Sets the count of a cluster that has a block. */
    void set(long cluster, long count) {
        block(cluster).setCount(geometry.refcountOrder(), indexInBlock(cluster), count);
    }

    int indexInBlock(long cluster) {
        return (int) (cluster & (geometry.countsPerBlock() - 1));
    }
}
