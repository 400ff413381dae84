package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.qcow2.PendingFrees.Reason;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes the size that an image records. Nobody else uses the image meanwhile, and afterwards it
 * is opened anew, for everything in memory knows the old size.
 *
 * <p>Safe against a crash at any moment: what is cut off is given up, and a larger L1 table is
 * complete, before one write of the header's first sector makes the new size count. A crash before
 * leaves the old size, with zeros where something was given up, and at worst leaked clusters.
 */
final class ImageResize {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;
    private final ClusterRelease release;
    private final MetadataCommit commit;
    private final Qcow2Header header;

    ImageResize(
            Tables tables,
            L2Tables l2,
            ClusterRelease release,
            MetadataCommit commit,
            Qcow2Header header) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.release = release;
        this.commit = commit;
        this.header = header;
    }

    /**
     * Changes the size.
     *
     * @throws BlockException if the image has something that keeps its size; it is as before then
     */
    void resize(long size) {
        requirePossible(size);
        if (size < geometry.size()) {
            giveUp(geometry.clusterEnd(size), geometry.clusterEnd(geometry.size()));
        }
        long entries = of(size).l1EntriesNeeded();
        if (entries > tables.l1().count()) {
            moveL1(size, Math.toIntExact(entries));
        } else {
            tables.file().step(BlkdebugEvent.L1_SHRINK_WRITE_TABLE);
            commit.commitAll();
            writeHeader(size, tables.l1().count(), header.l1Offset());
        }
    }

    private void requirePossible(long size) {
        if (size % BlockLimits.SECTOR != 0) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "The size of a qcow2 image is a multiple of 512 bytes, not " + size);
        }
        if (header.snapshotCount() > 0) {
            throw BlockException.notSupported(
                    "A qcow2 image with snapshots inside keeps its size: delete them first");
        }
        if (header.extensions().find(HeaderExtensions.BITMAPS) != null) {
            throw BlockException.notSupported(
                    "A qcow2 image with bitmaps inside keeps its size: remove them first");
        }
        if (of(size).l1EntriesNeeded() * Long.BYTES > HeaderChecks.MAX_L1_BYTES) {
            throw Refusal.tooLarge(
                    "The qcow2 image cannot have %d bytes: its L1 table would pass 32 MiB"
                            .formatted(size));
        }
    }

    private Geometry of(long size) {
        return new Geometry(
                geometry.version(),
                geometry.clusterBits(),
                geometry.refcountOrder(),
                geometry.extendedL2(),
                size);
    }

    // Shrinking

    /**
     * The table that stays in part keeps zeros for the rest, so that nothing old or of a backing
     * file shows if the image grows again; tables beyond go.
     */
    private void giveUp(long from, long end) {
        long guest = from;
        while (guest < end) {
            long coverageEnd = l2.coverageEnd(guest);
            if (guest == coverageEnd - geometry.l2Coverage()) {
                dropTable(geometry.l1Index(guest));
            } else {
                hideRest(guest, Math.min(end, coverageEnd));
            }
            commit.commitIfFull();
            guest = coverageEnd;
        }
    }

    private void hideRest(long from, long end) {
        tables.lock();
        try {
            CachedTable table = l2.forWrite(from);
            for (long guest = from; guest < end; guest += geometry.clusterSize()) {
                release.release(l2.entry(table, guest), Reason.LATER);
                l2.setHidden(table, guest);
            }
        } finally {
            tables.unlock();
        }
    }

    private void dropTable(int index) {
        tables.lock();
        try {
            long host = tables.l1().offset(index);
            if (host == 0) {
                return;
            }
            tables.file().step(BlkdebugEvent.L1_SHRINK_FREE_L2_CLUSTERS);
            CachedTable table = tables.l2().get(host);
            for (int i = 0; i < geometry.l2Entries(); i++) {
                release.release(table.word(i * geometry.l2EntrySize()), Reason.LATER);
            }
            tables.l1().set(index, 0);
            tables.frees().add(host >>> geometry.clusterBits(), 1, Reason.OTHER);
        } finally {
            tables.unlock();
        }
    }

    // Growing

    private void moveL1(long size, int entries) {
        tables.file().step(BlkdebugEvent.L1_GROW_ALLOC_TABLE);
        int clusters = Math.toIntExact(clusters((long) entries * Long.BYTES));
        long host = allocate(clusters);
        ByteBuffer table = ByteBuffer.allocate(clusters << geometry.clusterBits());
        table.asLongBuffer().put(tables.l1().entries(entries));
        tables.file().step(BlkdebugEvent.L1_GROW_WRITE_TABLE);
        tables.file().write(host, table);
        commit.commitAll();
        tables.file().step(BlkdebugEvent.L1_GROW_ACTIVATE_TABLE);
        writeHeader(size, entries, host);
        freeOldL1();
    }

    private long clusters(long bytes) {
        return geometry.clusterEnd(bytes) >>> geometry.clusterBits();
    }

    /** Consecutive clusters; runs that are too short are given back. */
    private long allocate(int clusters) {
        if (clusters >= geometry.countsPerBlock()) {
            throw Refusal.tooLarge(
                    "The qcow2 image cannot grow so far with clusters of %d bytes"
                            .formatted(geometry.clusterSize()));
        }
        List<Allocator.Run> tooShort = new ArrayList<>();
        tables.lock();
        try {
            Allocator.Run run = tables.allocator().allocate(clusters);
            while (run.clusters() < clusters) {
                tooShort.add(run);
                run = tables.allocator().allocate(clusters);
            }
            return run.host();
        } finally {
            tooShort.forEach(run -> tables.allocator().giveBack(run.host(), run.clusters()));
            tables.unlock();
        }
    }

    private void freeOldL1() {
        long bytes = tables.l1().length();
        if (bytes > 0) {
            tables.lock();
            try {
                tables.metadata().removeRange(header.l1Offset());
                tables.frees()
                        .add(
                                header.l1Offset() >>> geometry.clusterBits(),
                                clusters(bytes),
                                Reason.OTHER);
            } finally {
                tables.unlock();
            }
            commit.commitAll();
        }
    }

    // The header

    private void writeHeader(long size, int l1Entries, long l1Offset) {
        try {
            write(size, l1Entries, l1Offset);
        } catch (BlockException failure) {
            throw restored(failure);
        }
    }

    /** The size did not count: back to the old one or, if that fails too, no further. */
    private BlockException restored(BlockException failure) {
        try {
            write(header.size(), Math.toIntExact(header.l1Entries()), header.l1Offset());
            return failure;
        } catch (BlockException again) {
            failure.addSuppressed(again);
            BlockException lost = tables.corruption().mark("which size it has is not known");
            lost.addSuppressed(failure);
            return lost;
        }
    }

    /** Size, crypt method, entries and place of the L1 table lie side by side in one sector. */
    private void write(long size, int l1Entries, long l1Offset) {
        ByteBuffer fields = ByteBuffer.allocate(24);
        fields.putLong(size).putInt(header.cryptMethod()).putInt(l1Entries).putLong(l1Offset);
        tables.file().write(Qcow2Header.SIZE_AT, fields.flip());
        tables.file().flush();
    }
}
