package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A table that is wholly in memory: the active L1 table or the refcount table. Changes are kept by
 * 512-byte sector until a commit takes them. Guarded by the lock of {@link Tables}.
 */
final class PointerTable {
    private static final int PER_SECTOR = 512 / Long.BYTES;

    private final long host;
    private final long[] entries;
    private final TreeSet<Integer> dirtySectors = new TreeSet<>();

    /** A table at a host offset; takes the array over. */
    PointerTable(long host, long[] entries) {
        this.host = host;
        this.entries = entries;
    }

    /** Reads a table of so many entries. */
    static PointerTable read(ImageFile file, long host, int count) {
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        file.read(host, bytes);
        long[] entries = new long[count];
        bytes.flip().asLongBuffer().get(entries);
        return new PointerTable(host, entries);
    }

    long host() {
        return host;
    }

    int count() {
        return entries.length;
    }

    /** Bytes in the file. */
    long length() {
        return (long) entries.length * Long.BYTES;
    }

    long get(int index) {
        return entries[index];
    }

    /** The offset part of an entry; 0 for none. */
    long offset(int index) {
        return entries[index] & Geometry.OFFSET_MASK;
    }

    void set(int index, long entry) {
        entries[index] = entry;
        dirtySectors.add(index / PER_SECTOR);
    }

    boolean hasDirty() {
        return !dirtySectors.isEmpty();
    }

    /** A copy of the entries, longer by zeros where asked. */
    long[] entries(int count) {
        return Arrays.copyOf(entries, count);
    }

    /** Takes the dirty sectors for a commit. */
    List<SectorWrite> takeDirty() {
        List<SectorWrite> taken = new ArrayList<>();
        for (int sector : dirtySectors) {
            taken.add(new SectorWrite(this, sector, encode(sector)));
        }
        dirtySectors.clear();
        return taken;
    }

    private ByteBuffer encode(int sector) {
        int from = sector * PER_SECTOR;
        int count = Math.min(PER_SECTOR, entries.length - from);
        ByteBuffer bytes = ByteBuffer.allocate(count * Long.BYTES);
        bytes.asLongBuffer().put(entries, from, count);
        return bytes;
    }

    /** A sector of the table on its way to the file. */
    record SectorWrite(PointerTable table, int sector, ByteBuffer bytes) {
        void writeTo(ImageFile file) {
            file.write(table.host + sector * 512L, bytes.duplicate());
        }

        /** It could not be written: it is dirty again. */
        void putBack() {
            table.dirtySectors.add(sector);
        }
    }
}
