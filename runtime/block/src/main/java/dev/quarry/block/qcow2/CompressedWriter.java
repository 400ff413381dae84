package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.block.qcow2.PendingFrees.Reason;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Writes guest data compressed, cluster by cluster. A cluster that does not shrink is written as it
 * is. What was there before is given up afterwards, as with any other write. Any thread may call.
 */
final class CompressedWriter {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;
    private final ClusterRelease release;
    private final ClusterRanges ranges;
    private final ClusterCodec codec;
    private final Decompressor decompressor;
    private final DataWriter plain;

    CompressedWriter(
            Tables tables,
            L2Tables l2,
            ClusterRelease release,
            ClusterRanges ranges,
            ClusterCodec codec,
            Decompressor decompressor,
            DataWriter plain) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
        this.release = release;
        this.ranges = ranges;
        this.codec = codec;
        this.decompressor = decompressor;
        this.plain = plain;
    }

    /**
     * Writes what remains of the buffer.
     *
     * @throws BlockException {@code EINVAL} if it is not whole clusters; the last one of the image
     *     may be cut
     */
    void write(long guest, ByteBuffer from) {
        requireWholeClusters(guest, guest + from.remaining());
        long at = guest;
        while (from.hasRemaining()) {
            int length = Math.min(geometry.clusterSize(), from.remaining());
            writeCluster(at, from.slice(from.position(), length));
            from.position(from.position() + length);
            at += length;
        }
    }

    private void requireWholeClusters(long guest, long end) {
        boolean whole = geometry.isClusterAligned(end) || end == geometry.size();
        if (!whole || !geometry.isClusterAligned(guest)) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Compressed writes are whole clusters of "
                            + geometry.clusterSize()
                            + " bytes, and the range at offset "
                            + guest
                            + " is not");
        }
    }

    private void writeCluster(long guest, ByteBuffer data) {
        byte[] cluster = new byte[geometry.clusterSize()];
        data.get(data.position(), cluster, 0, data.remaining());
        ByteBuffer packed = codec.pack(cluster);
        if (packed == null) {
            plain.write(guest, data);
            return;
        }
        try (var _ = ranges.exclusive(guest, 1)) {
            writePacked(guest, packed);
        }
    }

    private void writePacked(long guest, ByteBuffer packed) {
        int bytes = packed.remaining();
        long host = allocate(guest, bytes);
        boolean linked = false;
        try {
            file().step(BlkdebugEvent.WRITE_COMPRESSED);
            file().write(host, packed);
            decompressor.forget();
            link(guest, L2Entry.compressed(host, bytes, geometry.clusterBits()));
            linked = true;
        } finally {
            if (!linked) {
                abandon(host, bytes);
            }
        }
    }

    private long allocate(long guest, int bytes) {
        tables.lock();
        try {
            l2.forWrite(guest);
            return tables.packed().allocate(bytes);
        } finally {
            tables.unlock();
        }
    }

    private void link(long guest, long entry) {
        tables.lock();
        try {
            tables.requireBarrier();
            CachedTable table = l2.forWrite(guest);
            long old = l2.entry(table, guest);
            l2.setEntry(table, guest, entry);
            l2.setBitmap(table, guest, 0);
            release.release(old, Reason.OTHER);
        } finally {
            tables.unlock();
        }
    }

    private void abandon(long host, int bytes) {
        tables.lock();
        try {
            tables.packed().giveBack(host, bytes);
        } finally {
            tables.unlock();
        }
    }

    private ImageFile file() {
        return tables.file();
    }
}
