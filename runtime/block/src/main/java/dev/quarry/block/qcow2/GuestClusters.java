package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * How the clusters of the guest lie in the file: counted over the active tables, as far as they
 * point anywhere. Reads only. Not thread-safe.
 */
final class GuestClusters {
    private final ImageFile file;
    private final Qcow2Header header;
    private final Geometry geometry;
    private long allocated;
    private long fragmented;
    private long compressed;

    private GuestClusters(ImageFile file, Qcow2Header header) {
        this.file = file;
        this.header = header;
        this.geometry = header.geometry();
    }

    static GuestClusters count(ImageFile file, Qcow2Header header) {
        GuestClusters clusters = new GuestClusters(file, header);
        clusters.countAll();
        return clusters;
    }

    long total() {
        return geometry.clusterEnd(geometry.size()) >>> geometry.clusterBits();
    }

    long allocated() {
        return allocated;
    }

    long fragmented() {
        return fragmented;
    }

    long compressed() {
        return compressed;
    }

    private void countAll() {
        if (header.l1Entries() == 0) {
            return;
        }
        ByteBuffer l1 = read(header.l1Offset(), header.l1Entries() * Long.BYTES);
        for (int at = 0; at < l1.limit(); at += Long.BYTES) {
            long host = L2Entry.host(l1.getLong(at));
            if (host != 0 && geometry.isClusterAligned(host) && host < file.size()) {
                countIn(read(host, geometry.clusterSize()));
            }
        }
    }

    private void countIn(ByteBuffer l2) {
        long following = 0;
        for (int at = 0; at < l2.limit(); at += geometry.l2EntrySize()) {
            long entry = l2.getLong(at);
            if ((entry & L2Entry.COMPRESSED) != 0) {
                allocated++;
                compressed++;
                fragmented++;
            } else if (L2Entry.host(entry) != 0) {
                allocated++;
                if (following != 0 && L2Entry.host(entry) != following) {
                    fragmented++;
                }
                following = L2Entry.host(entry) + geometry.clusterSize();
            }
        }
    }

    private ByteBuffer read(long host, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
        file.read(host, buffer);
        return buffer.flip();
    }
}
