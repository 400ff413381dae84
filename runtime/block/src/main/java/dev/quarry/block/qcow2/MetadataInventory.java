package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

/**
 * Lists where all metadata of an image lies, before it is opened for writing, and refuses an image
 * in which two structures share a cluster or one lies outside the file: writing to such an image
 * would damage it further.
 */
final class MetadataInventory {
    private final Tables tables;
    private final Geometry geometry;
    private final long fileEnd;

    private MetadataInventory(Tables tables) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.fileEnd = geometry.clusterEnd(tables.file().size());
    }

    /** Fills {@link Tables#metadata}. */
    static void take(Tables tables, Qcow2Header header) {
        MetadataInventory inventory = new MetadataInventory(tables);
        inventory.addTables();
        inventory.addSnapshots(header);
        inventory.addPointedTo(tables.l1(), "L2 table");
        inventory.addPointedTo(tables.refcounts().table(), "refcount block");
    }

    private void addTables() {
        PointerTable l1 = tables.l1();
        if (l1.count() > 0) {
            addRange("L1 table", l1.host(), l1.length());
        }
        PointerTable refcounts = tables.refcounts().table();
        addRange("refcount table", refcounts.host(), refcounts.length());
    }

    private void addSnapshots(Qcow2Header header) {
        if (header.snapshotCount() == 0) {
            return;
        }
        SnapshotTable table = SnapshotTable.read(tables.file(), header);
        addRange("snapshot table", header.snapshotsOffset(), table.length());
        for (SnapshotTable.Snapshot snapshot : table.snapshots()) {
            requirePlace("L1 table of a snapshot", snapshot.l1Offset(), snapshot.l1Entries() * 8);
            tables.metadata().addRange(snapshot.l1Offset(), snapshot.l1Entries() * 8);
        }
    }

    private void addPointedTo(PointerTable table, String what) {
        for (int i = 0; i < table.count(); i++) {
            long host = table.offset(i);
            if (host != 0) {
                addRangeFree(what, host, geometry.clusterSize());
                tables.metadata().addCluster(host);
            }
        }
    }

    private void addRange(String what, long host, long bytes) {
        addRangeFree(what, host, bytes);
        tables.metadata().addRange(host, bytes);
    }

    private void addRangeFree(String what, long host, long bytes) {
        requirePlace(what, host, bytes);
        long clusters = geometry.clusterEnd(bytes) >>> geometry.clusterBits();
        if (tables.metadata().overlaps(host, clusters)) {
            throw damaged(what, host, "overlaps other metadata");
        }
    }

    private void requirePlace(String what, long host, long bytes) {
        if (!geometry.isClusterAligned(host)) {
            throw damaged(what, host, "is not aligned to a cluster");
        }
        if (host < 0 || bytes < 0 || bytes > fileEnd || host > fileEnd - bytes) {
            throw damaged(what, host, "lies beyond the end of the file");
        }
    }

    private static BlockException damaged(String what, long host, String how) {
        return Refusal.readOnly("the " + what + " at offset " + host + " " + how);
    }
}
