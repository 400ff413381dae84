package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Walks everything an image refers to and counts the references. Reads the file and nothing else:
 * shares no code with the caches it is meant to check. An L2 table that several L1 tables refer to
 * is read once and counts as often as that, so the work is bounded by the file's size, whatever its
 * tables say. Not thread-safe.
 */
final class ReferenceWalk {
    /** L1 tables, of snapshots too, are read up to so many bytes together. */
    private static final long MAX_L1_BYTES = 1L << 30;

    private final ImageFile file;
    private final Qcow2Header header;
    private final Geometry geometry;
    private final Findings findings;
    private final ClusterCounts counts = new ClusterCounts();
    private final Map<Long, Integer> l2References = new LinkedHashMap<>();
    private final long fileEnd;
    private long l1Bytes;

    ReferenceWalk(ImageFile file, Qcow2Header header, Findings findings) {
        this.file = file;
        this.header = header;
        this.geometry = header.geometry();
        this.findings = findings;
        this.fileEnd = geometry.clusterEnd(file.size());
    }

    /** Counts the references of the whole image. */
    ClusterCounts walk() {
        countRange("header", 0, geometry.clusterSize());
        walkRefcountTable();
        walkL1("active L1 table", header.l1Offset(), header.l1Entries());
        walkSnapshots();
        walkBitmaps();
        l2References.forEach(this::walkL2);
        return counts;
    }

    private void walkRefcountTable() {
        long bytes = header.refcountTableClusters() << geometry.clusterBits();
        countRange("refcount table", header.refcountTableOffset(), bytes);
        ByteBuffer table = read(header.refcountTableOffset(), bytes);
        for (int at = 0; at < table.limit(); at += Long.BYTES) {
            countPointer("refcount block", table.getLong(at) & Geometry.OFFSET_MASK);
        }
    }

    private void walkSnapshots() {
        if (header.snapshotCount() == 0) {
            return;
        }
        SnapshotTable table = SnapshotTable.read(file, header);
        countRange("snapshot table", header.snapshotsOffset(), table.length());
        for (SnapshotTable.Snapshot snapshot : table.snapshots()) {
            walkL1("L1 table of a snapshot", snapshot.l1Offset(), snapshot.l1Entries());
        }
    }

    private void walkL1(String what, long host, long entries) {
        if (entries == 0 || !countRange(what, host, entries * Long.BYTES)) {
            return;
        }
        l1Bytes += entries * Long.BYTES;
        if (l1Bytes > MAX_L1_BYTES) {
            throw Refusal.invalid("its snapshots have more L1 tables than can be checked");
        }
        ByteBuffer table = read(host, entries * Long.BYTES);
        for (int at = 0; at < table.limit(); at += Long.BYTES) {
            long l2 = table.getLong(at) & Geometry.OFFSET_MASK;
            if (countPointer("L2 table", l2)) {
                l2References.merge(l2, 1, Integer::sum);
            }
        }
    }

    private void walkL2(long host, int references) {
        ByteBuffer table = read(host, geometry.clusterSize());
        for (int at = 0; at < table.limit(); at += geometry.l2EntrySize()) {
            long entry = table.getLong(at);
            if ((entry & L2Entry.COMPRESSED) != 0) {
                countCompressed(entry, references);
            } else {
                countData(L2Entry.host(entry), references);
            }
        }
    }

    private void countCompressed(long entry, int references) {
        long from = L2Entry.compressedHost(entry, geometry.clusterBits());
        long to = from + L2Entry.compressedBytes(entry, geometry.clusterBits());
        if (L2Entry.isCopied(entry)) {
            findings.corruption("a compressed cluster is marked as not shared");
        }
        if (from >= fileEnd) {
            findings.corruption("compressed data at " + from + " lies beyond the end of the file");
            return;
        }
        long first = from >>> geometry.clusterBits();
        long last = (to - 1) >>> geometry.clusterBits();
        for (long cluster = first; cluster <= last; cluster++) {
            counts.add(cluster, references);
        }
    }

    /** The bitmaps extension counts only while its autoclear bit says it is in step. */
    private void walkBitmaps() {
        ByteBuffer extension = header.extensions().find(HeaderExtensions.BITMAPS);
        if (!header.hasLiveBitmaps() || extension == null || extension.remaining() < 24) {
            return;
        }
        long bytes = extension.getLong(8);
        long host = extension.getLong(16);
        if (bytes > 0 && bytes <= fileEnd && countRange("bitmap directory", host, bytes)) {
            walkBitmapDirectory(read(host, bytes));
        }
    }

    private void walkBitmapDirectory(ByteBuffer directory) {
        int at = 0;
        while (at + 24 <= directory.limit()) {
            long table = directory.getLong(at);
            long entries = Integer.toUnsignedLong(directory.getInt(at + 8));
            int name = directory.getShort(at + 18) & 0xffff;
            long extra = Integer.toUnsignedLong(directory.getInt(at + 20));
            walkBitmapTable(table, entries);
            at = (int) Math.min(at + (24 + extra + name + 7 & ~7L), directory.limit());
        }
    }

    private void walkBitmapTable(long host, long entries) {
        if (entries == 0 || !countRange("bitmap table", host, entries * Long.BYTES)) {
            return;
        }
        ByteBuffer table = read(host, entries * Long.BYTES);
        for (int at = 0; at < table.limit(); at += Long.BYTES) {
            countPointer("bitmap data", table.getLong(at) & Geometry.OFFSET_MASK);
        }
    }

    /** Counts the cluster that an entry points to; false if it points to none that can be. */
    private boolean countPointer(String what, long host) {
        return host != 0 && countRange(what, host, geometry.clusterSize());
    }

    private void countData(long host, int references) {
        if (host != 0) {
            countRange("data cluster", host, geometry.clusterSize(), references);
        }
    }

    private boolean countRange(String what, long host, long bytes) {
        return countRange(what, host, bytes, 1);
    }

    private boolean countRange(String what, long host, long bytes, int references) {
        if (!geometry.isClusterAligned(host) || host < 0) {
            findings.corruption(what + " at the unaligned offset " + host);
            return false;
        }
        if (bytes > fileEnd || host > fileEnd - bytes) {
            findings.corruption(what + " at " + host + " lies beyond the end of the file");
            return false;
        }
        long first = host >>> geometry.clusterBits();
        long end = geometry.clusterEnd(host + bytes) >>> geometry.clusterBits();
        for (long cluster = first; cluster < end; cluster++) {
            counts.add(cluster, references);
        }
        return true;
    }

    private ByteBuffer read(long host, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
        file.read(host, buffer);
        return buffer.flip();
    }
}
