package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * Checks an image for consistency: every reference counted, every count compared, every "not
 * shared" mark compared with the count. Reads only. Not thread-safe; nobody may write meanwhile.
 */
final class Qcow2Check {
    private final ImageFile file;
    private final Qcow2Header header;
    private final Geometry geometry;
    private final Findings findings = new Findings();
    private final ClusterCounts single = new ClusterCounts();

    private Qcow2Check(ImageFile file, Qcow2Header header) {
        this.file = file;
        this.header = header;
        this.geometry = header.geometry();
    }

    /**
     * Checks an image.
     *
     * @throws dev.quarry.block.BlockException if its header is not acceptable
     */
    static Findings check(ImageFile file) {
        Qcow2Header header = Qcow2Header.read(file);
        HeaderChecks.requireReadable(header, file.size());
        return new Qcow2Check(file, header).run();
    }

    private Findings run() {
        ClusterCounts expected = new ReferenceWalk(file, header, findings).walk();
        compareCounts(expected);
        if (header.l1Entries() > 0) {
            checkCopiedFlags();
        }
        return findings;
    }

    private void compareCounts(ClusterCounts expected) {
        ClusterCounts missing = expected.copy();
        ByteBuffer table =
                read(
                        header.refcountTableOffset(),
                        header.refcountTableClusters() << geometry.clusterBits());
        for (int i = 0; i < table.limit() / Long.BYTES; i++) {
            long host = table.getLong(i * Long.BYTES) & Geometry.OFFSET_MASK;
            if (host != 0 && geometry.isClusterAligned(host) && host < file.size()) {
                compareBlock(i, read(host, geometry.clusterSize()), expected, missing);
            }
        }
        for (long cluster : missing.nonZero()) {
            findings.corruption("cluster " + cluster + " is in use and has no refcount block");
        }
    }

    private void compareBlock(
            int number, ByteBuffer block, ClusterCounts expected, ClusterCounts missing) {
        long first = (long) number * geometry.countsPerBlock();
        for (int i = 0; i < geometry.countsPerBlock(); i++) {
            long cluster = first + i;
            long count = RefcountCodec.get(block, geometry.refcountOrder(), i);
            if (count != 0 || expected.get(cluster) != 0) {
                compare(cluster, count, expected.get(cluster));
                missing.clear(cluster);
            }
        }
    }

    private void compare(long cluster, long count, int references) {
        findings.used((cluster + 1) << geometry.clusterBits());
        if (count == 1) {
            single.add(cluster, 1);
        }
        if (Long.compareUnsigned(count, references) < 0) {
            findings.corruption(
                    "cluster " + cluster + " has " + references + " references, count " + count);
        } else if (count != references) {
            findings.leak(
                    "cluster " + cluster + " has " + references + " references, count " + count);
        }
    }

    /** The mark says that the stored count is one, so that writes in place are safe. */
    private void checkCopiedFlags() {
        ByteBuffer l1 = read(header.l1Offset(), header.l1Entries() * Long.BYTES);
        for (int at = 0; at < l1.limit(); at += Long.BYTES) {
            long entry = l1.getLong(at);
            long host = L2Entry.host(entry);
            if (host != 0 && geometry.isClusterAligned(host) && host < file.size()) {
                checkCopied("L2 table", entry, host);
                checkCopiedIn(read(host, geometry.clusterSize()));
            }
        }
    }

    private void checkCopiedIn(ByteBuffer l2) {
        for (int at = 0; at < l2.limit(); at += geometry.l2EntrySize()) {
            long entry = l2.getLong(at);
            boolean compressed = (entry & L2Entry.COMPRESSED) != 0;
            if (!compressed && L2Entry.host(entry) != 0) {
                checkCopied("data cluster", entry, L2Entry.host(entry));
            }
        }
    }

    private void checkCopied(String what, long entry, long host) {
        boolean alone = single.get(host >>> geometry.clusterBits()) != 0;
        if (alone != L2Entry.isCopied(entry)) {
            findings.corruption(
                    what + " at " + host + (alone ? " lacks" : " wrongly has") + " the mark");
        }
    }

    private ByteBuffer read(long host, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
        file.read(host, buffer);
        return buffer.flip();
    }
}
