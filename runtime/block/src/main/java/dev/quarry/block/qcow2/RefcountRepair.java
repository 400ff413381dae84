package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * Makes the reference counts of an image right: counts every reference, and stores the counts and
 * the "not shared" marks that follow from them. Crash-safe without any order where the dirty bit is
 * set until all of it is durable. An image that is damaged beyond its counts cannot be repaired so.
 * Not thread-safe.
 */
final class RefcountRepair {
    private final ImageFile file;
    private final Qcow2Header header;
    private final Geometry geometry;
    private final ClusterCounts counts;
    private final ByteBuffer table;
    private final @Nullable String obstacle;

    RefcountRepair(ImageFile file, Qcow2Header header) {
        this.file = file;
        this.header = header;
        this.geometry = header.geometry();
        Findings findings = new Findings();
        this.counts = new ReferenceWalk(file, header, findings).walk();
        this.table =
                read(
                        header.refcountTableOffset(),
                        header.refcountTableClusters() << geometry.clusterBits());
        this.obstacle = findObstacle(findings);
    }

    /** Why the image cannot be repaired; null if it can. */
    @Nullable String obstacle() {
        return obstacle;
    }

    /**
     * Stores what is right, durably. The dirty bit is the caller's. Only where there is no
     * obstacle.
     */
    void repair() {
        for (int i = 0; i < table.limit() / Long.BYTES; i++) {
            if (blockOf(i) != 0) {
                repairBlock(i);
            }
        }
        repairMarks();
        file.flush();
    }

    private @Nullable String findObstacle(Findings findings) {
        if (findings.corruptions() > 0) {
            return "it is damaged: " + findings.words().getFirst();
        }
        for (long cluster : counts.nonZero()) {
            long block = cluster / geometry.countsPerBlock();
            if (block >= table.limit() / Long.BYTES || blockOf((int) block) == 0) {
                return "it lacks refcount blocks";
            }
            if (Long.compareUnsigned(counts.get(cluster), geometry.maxRefcount()) > 0) {
                return "a cluster has more references than can be counted";
            }
        }
        return null;
    }

    private long blockOf(int index) {
        return table.getLong(index * Long.BYTES) & Geometry.OFFSET_MASK;
    }

    private void repairBlock(int index) {
        long host = blockOf(index);
        ByteBuffer block = read(host, geometry.clusterSize());
        long first = (long) index * geometry.countsPerBlock();
        boolean changed = false;
        for (int i = 0; i < geometry.countsPerBlock(); i++) {
            long right = counts.get(first + i);
            if (RefcountCodec.get(block, geometry.refcountOrder(), i) != right) {
                RefcountCodec.set(block, geometry.refcountOrder(), i, right);
                changed = true;
            }
        }
        if (changed) {
            file.write(host, block);
        }
    }

    private void repairMarks() {
        if (header.l1Entries() == 0) {
            return;
        }
        ByteBuffer l1 = read(header.l1Offset(), header.l1Entries() * Long.BYTES);
        for (int at = 0; at < l1.limit(); at += Long.BYTES) {
            if (L2Entry.host(l1.getLong(at)) != 0) {
                repairMarksIn(L2Entry.host(l1.getLong(at)));
            }
        }
        repairMarks(l1, header.l1Offset(), Long.BYTES);
    }

    private void repairMarksIn(long l2) {
        repairMarks(read(l2, geometry.clusterSize()), l2, geometry.l2EntrySize());
    }

    private void repairMarks(ByteBuffer entries, long host, int entrySize) {
        boolean changed = false;
        for (int at = 0; at < entries.limit(); at += entrySize) {
            long entry = entries.getLong(at);
            long right = rightMark(entry);
            if (right != entry) {
                entries.putLong(at, right);
                changed = true;
            }
        }
        if (changed) {
            file.write(host, entries);
        }
    }

    private long rightMark(long entry) {
        if ((entry & L2Entry.COMPRESSED) != 0 || L2Entry.host(entry) == 0) {
            return entry;
        }
        boolean alone = counts.get(L2Entry.host(entry) >>> geometry.clusterBits()) == 1;
        return alone ? entry | L2Entry.COPIED : entry & ~L2Entry.COPIED;
    }

    private ByteBuffer read(long host, long bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(Math.toIntExact(bytes));
        file.read(host, buffer);
        return buffer.flip();
    }
}
