package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.qapi.generated.BlkdebugEvent;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * From a guest offset to its L2 table: for reading, or for writing, where a table is made when
 * there is none and copied when a snapshot shares it. Guarded by the lock of {@link Tables}.
 */
final class L2Tables {
    private final Tables tables;
    private final Geometry geometry;

    L2Tables(Tables tables) {
        this.tables = tables;
        this.geometry = tables.geometry();
    }

    /** The table that maps the guest offset, or null where nothing is mapped. */
    @Nullable CachedTable forRead(long guest) {
        tables.requireLock();
        long host = tables.l1().offset(geometry.l1Index(guest));
        return host == 0 ? null : tables.l2().get(host);
    }

    /** The table that maps the guest offset; it may be changed. */
    CachedTable forWrite(long guest) {
        tables.requireLock();
        int index = geometry.l1Index(guest);
        long entry = tables.l1().get(index);
        long host = tables.l1().offset(index);
        if (host == 0) {
            return adopt(index, tables.l2().create(allocate()));
        }
        return L2Entry.isCopied(entry) ? tables.l2().get(host) : copyShared(index, host);
    }

    private CachedTable copyShared(int index, long host) {
        tables.file().step(BlkdebugEvent.L2_ALLOC_COW_READ);
        CachedTable shared = tables.l2().get(host);
        CachedTable own = tables.l2().create(allocate(), shared.copy());
        long cluster = host >>> geometry.clusterBits();
        tables.frees().add(cluster, 1, PendingFrees.Reason.OTHER);
        return adopt(index, own);
    }

    /**
     * A cluster that has its space already: a commit that finds none would fail again and again.
     */
    private long allocate() {
        long host = tables.allocator().allocate(1).host();
        try {
            tables.file().step(BlkdebugEvent.L2_ALLOC_WRITE);
            tables.file().write(host, ByteBuffer.allocate(geometry.clusterSize()));
            return host;
        } catch (BlockException failure) {
            tables.allocator().giveBack(host, 1);
            throw failure;
        }
    }

    private CachedTable adopt(int index, CachedTable table) {
        tables.metadata().addCluster(table.host());
        tables.l1().set(index, table.host() | L2Entry.COPIED);
        return table;
    }

    Corruption corruption() {
        return tables.corruption();
    }

    /** The entry of a guest offset in its table: the first word of an extended entry. */
    long entry(CachedTable table, long guest) {
        return table.word(geometry.l2Index(guest) * geometry.l2EntrySize());
    }

    void setEntry(CachedTable table, long guest, long entry) {
        table.setWord(geometry.l2Index(guest) * geometry.l2EntrySize(), entry);
    }

    /** The subcluster bitmap of a guest offset, for extended entries. */
    long bitmap(CachedTable table, long guest) {
        return table.word(geometry.l2Index(guest) * geometry.l2EntrySize() + Long.BYTES);
    }

    /** The subcluster bitmap of a guest offset, where entries have one. */
    void setBitmap(CachedTable table, long guest, long bitmap) {
        if (geometry.extendedL2()) {
            table.setWord(geometry.l2Index(guest) * geometry.l2EntrySize() + Long.BYTES, bitmap);
        }
    }

    /** Lets a cluster take no space and hide the backing file, which version 2 cannot. */
    void setHidden(CachedTable table, long guest) {
        boolean marked = geometry.version() >= 3 && !geometry.extendedL2();
        setEntry(table, guest, marked ? L2Entry.ZERO : 0);
        setBitmap(table, guest, SubclusterBits.ALL_ZERO);
    }

    /** Where the table of a guest offset ends, in guest bytes. */
    long coverageEnd(long guest) {
        long coverage = geometry.l2Coverage();
        return (guest & -coverage) + coverage;
    }
}
