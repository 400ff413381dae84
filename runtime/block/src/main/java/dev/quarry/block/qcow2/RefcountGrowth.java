package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Adds refcount blocks, and moves the refcount table to a larger place when it is full. A new block
 * lies at the start of the range it counts, so it counts itself. Guarded by the lock of {@link
 * Tables}.
 *
 * <p>Moving writes at once, in safe order: every block that the new table refers to, the new table,
 * a barrier, the header, a barrier. The old table's clusters are freed like any others, so a commit
 * that is still writing there does no harm.
 */
final class RefcountGrowth {
    private final Tables tables;
    private final Geometry geometry;

    RefcountGrowth(Tables tables) {
        this.tables = tables;
        this.geometry = tables.geometry();
    }

    /**
     * Makes a block for the cluster, the first of a range that has none.
     *
     * @return the first cluster after those taken for this
     */
    long addBlock(long cluster) {
        tables.file().step(BlkdebugEvent.REFBLOCK_ALLOC);
        if (tables.refcounts().tableIndex(cluster) >= tables.refcounts().table().count()) {
            return moveTable(cluster);
        }
        long host = usable(cluster, 1);
        // Takes its space now: a commit that finds none would fail again and again.
        tables.file().step(BlkdebugEvent.REFBLOCK_ALLOC_WRITE);
        tables.file().write(host, ByteBuffer.allocate(geometry.clusterSize()));
        int index = Math.toIntExact(tables.refcounts().tableIndex(cluster));
        CachedTable block = tables.refcounts().blocks().create(host);
        block.setCount(geometry.refcountOrder(), tables.refcounts().indexInBlock(cluster), 1);
        tables.refcounts().table().set(index, host);
        tables.metadata().addCluster(host);
        return cluster + 1;
    }

    /**
     * The new place: blocks first, then the table.
     *
     * @param start first host cluster
     * @param blocks clusters for blocks
     * @param tableClusters clusters for the table
     */
    private record Place(long start, int blocks, int tableClusters) {
        int clusters() {
            return blocks + tableClusters;
        }
    }

    private long moveTable(long start) {
        tables.file().step(BlkdebugEvent.REFTABLE_GROW);
        Place place = placeFor(start);
        usable(start, place.clusters());
        PointerTable moved = newTable(place);
        writeBlocks(place);
        writeTable(moved);
        tables.file().flush();
        pointHeader(moved, place.tableClusters());
        tables.file().flush();
        adopt(moved, place);
        return start + place.clusters();
    }

    private Place placeFor(long start) {
        long entriesPerCluster = geometry.clusterSize() / Long.BYTES;
        long old = tables.refcounts().table().count();
        int blocks = 1;
        while (true) {
            long entries = Math.max(old + old / 2, old + blocks);
            long tableClusters = (entries + entriesPerCluster - 1) / entriesPerCluster;
            requireTableFits(tableClusters);
            long needed = ceilDiv(blocks + tableClusters, geometry.countsPerBlock());
            if (needed <= blocks) {
                return new Place(start, blocks, (int) tableClusters);
            }
            blocks = Math.toIntExact(needed);
        }
    }

    private static long ceilDiv(long value, long by) {
        return (value + by - 1) / by;
    }

    private void requireTableFits(long clusters) {
        if (clusters << geometry.clusterBits() > HeaderChecks.MAX_REFCOUNT_TABLE_BYTES) {
            throw Refusal.tooLarge("The qcow2 file cannot grow: its refcount table is full");
        }
    }

    private PointerTable newTable(Place place) {
        PointerTable old = tables.refcounts().table();
        long bytes = (long) place.tableClusters() << geometry.clusterBits();
        long[] entries = old.entries((int) (bytes / Long.BYTES));
        for (int i = 0; i < place.blocks(); i++) {
            entries[old.count() + i] = host(place.start() + i);
        }
        return new PointerTable(host(place.start() + place.blocks()), entries);
    }

    /** Blocks in memory that the file may not have yet, then the new ones. */
    private void writeBlocks(Place place) {
        tables.file().step(BlkdebugEvent.REFBLOCK_ALLOC_WRITE_BLOCKS);
        for (CachedTable block : tables.refcounts().blocks().unsettled()) {
            tables.file().write(block.host(), block.copy());
        }
        for (int i = 0; i < place.blocks(); i++) {
            tables.file().write(host(place.start() + i), newBlock(place, i));
        }
    }

    private ByteBuffer newBlock(Place place, int number) {
        ByteBuffer block = ByteBuffer.allocate(geometry.clusterSize());
        long before = (long) number * geometry.countsPerBlock();
        long used = Math.min(place.clusters() - before, geometry.countsPerBlock());
        for (int i = 0; i < used; i++) {
            RefcountCodec.set(block, geometry.refcountOrder(), i, 1);
        }
        return block;
    }

    private void writeTable(PointerTable moved) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(moved.length()));
        bytes.asLongBuffer().put(moved.entries(moved.count()));
        tables.file().step(BlkdebugEvent.REFBLOCK_ALLOC_WRITE_TABLE);
        tables.file().write(moved.host(), bytes);
    }

    private void pointHeader(PointerTable moved, int clusters) {
        ByteBuffer fields = ByteBuffer.allocate(12);
        fields.putLong(0, moved.host()).putInt(8, clusters);
        tables.file().step(BlkdebugEvent.REFBLOCK_ALLOC_SWITCH_TABLE);
        tables.file().write(Qcow2Header.REFCOUNT_TABLE_AT, fields);
    }

    private void adopt(PointerTable moved, Place place) {
        PointerTable old = tables.refcounts().table();
        tables.refcounts().replaceTable(moved);
        tables.metadata().removeRange(old.host());
        tables.metadata().addRange(moved.host(), moved.length());
        for (int i = 0; i < place.blocks(); i++) {
            tables.metadata().addCluster(host(place.start() + i));
        }
        long oldClusters = old.length() >>> geometry.clusterBits();
        long oldStart = old.host() >>> geometry.clusterBits();
        tables.frees().add(oldStart, oldClusters, PendingFrees.Reason.OTHER);
    }

    private long host(long cluster) {
        return cluster << geometry.clusterBits();
    }

    private long usable(long cluster, int count) {
        if (tables.metadata().overlaps(host(cluster), count)) {
            throw tables.corruption()
                    .mark("the free cluster at offset " + host(cluster) + " holds metadata");
        }
        return host(cluster);
    }
}
