package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.util.Set;

/**
 * One cluster of metadata in memory: an L2 table or a refcount block. Every setter marks what it
 * touches as dirty, so that forgetting is impossible. Guarded by the lock of {@link Tables}.
 */
final class CachedTable {
    private static final int SECTOR_MASK = 511;

    private final long host;
    private final ByteBuffer bytes;
    private final Set<CachedTable> dirtyTables;
    private int dirtyFrom = Integer.MAX_VALUE;
    private int dirtyTo;
    private boolean inCommit;

    /**
     * A table as it stands in the file.
     *
     * @param host its offset in the file
     * @param dirtyTables where it enters itself on the first change
     */
    CachedTable(long host, ByteBuffer bytes, Set<CachedTable> dirtyTables) {
        this.host = host;
        this.bytes = bytes;
        this.dirtyTables = dirtyTables;
    }

    long host() {
        return host;
    }

    /** The word at a byte position. */
    long word(int at) {
        return bytes.getLong(at);
    }

    void setWord(int at, long value) {
        bytes.putLong(at, value);
        markDirty(at, at + Long.BYTES);
    }

    long count(int order, int index) {
        return RefcountCodec.get(bytes, order, index);
    }

    void setCount(int order, int index, long count) {
        RefcountCodec.set(bytes, order, index, count);
        int at = RefcountCodec.byteOf(order, index);
        markDirty(at, at + 1);
    }

    /** A copy of the whole table. */
    ByteBuffer copy() {
        return copy(0, bytes.capacity());
    }

    /** The file does not have any of this yet. */
    void markAllDirty() {
        markDirty(0, bytes.capacity());
    }

    /** Whether it may be dropped from memory. */
    boolean isEvictable() {
        return dirtyTo == 0 && !inCommit;
    }

    /** Hands out what is dirty, as whole sectors, and counts as clean until the commit is over. */
    TableWrite take() {
        TableWrite taken = new TableWrite(this, dirtyFrom, copy(dirtyFrom, dirtyTo - dirtyFrom));
        dirtyFrom = Integer.MAX_VALUE;
        dirtyTo = 0;
        inCommit = true;
        return taken;
    }

    /** The commit that took it is over; what could not be written becomes dirty again. */
    void endCommit(TableWrite taken, boolean written) {
        inCommit = false;
        if (!written) {
            markDirty(taken.at(), taken.at() + taken.bytes().capacity());
        }
    }

    private ByteBuffer copy(int from, int length) {
        return ByteBuffer.allocate(length).put(0, bytes, from, length);
    }

    private void markDirty(int from, int to) {
        if (dirtyTo == 0) {
            dirtyTables.add(this);
        }
        dirtyFrom = Math.min(dirtyFrom, from & ~SECTOR_MASK);
        dirtyTo = Math.max(dirtyTo, to + SECTOR_MASK & ~SECTOR_MASK);
    }

    /**
     * Bytes of a table on their way to the file.
     *
     * @param at byte position in the table, a multiple of 512
     */
    record TableWrite(CachedTable table, int at, ByteBuffer bytes) {
        void writeTo(ImageFile file) {
            file.write(table.host() + at, bytes.duplicate());
        }
    }
}
