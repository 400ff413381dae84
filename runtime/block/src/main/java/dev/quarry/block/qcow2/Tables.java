package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.util.concurrent.locks.ReentrantLock;

/**
 * All metadata of an open image and the one lock that guards it. The lock is coarse: it is held for
 * a look-up or a decision, for reading a table that is not in memory, and for the rare growth of
 * the refcount table; never over guest data, never over a commit.
 */
final class Tables {
    private final ReentrantLock lock = new ReentrantLock();
    private final Geometry geometry;
    private final ImageFile file;
    private final Corruption corruption;
    private final PointerTable l1;
    private final TableCache l2;
    private final Refcounts refcounts;
    private final MetadataMap metadata;
    private final PendingFrees frees = new PendingFrees();
    private final Allocator allocator;
    private final PackedSpace packed;
    private boolean barrierDue;

    /** Reads L1 and refcount table; writes nothing. */
    Tables(ImageFile file, Qcow2Header header, Corruption corruption, CacheSizes sizes) {
        this.geometry = header.geometry();
        this.file = file;
        this.corruption = corruption;
        int cluster = geometry.clusterSize();
        int entries = Math.toIntExact(header.l1Entries());
        CacheSizes kept = sizes.limitedTo(entries);
        this.l1 = PointerTable.read(file, header.l1Offset(), entries);
        this.l2 = new TableCache(file, TableCache.Kind.L2, cluster, (int) kept.l2Tables());
        TableCache blocks =
                new TableCache(
                        file, TableCache.Kind.REFCOUNTS, cluster, (int) kept.refcountBlocks());
        this.refcounts = new Refcounts(geometry, refcountTable(header), blocks);
        this.metadata = new MetadataMap(geometry.clusterBits());
        this.allocator = new Allocator(this);
        this.packed = new PackedSpace(this);
    }

    private PointerTable refcountTable(Qcow2Header header) {
        long bytes = header.refcountTableClusters() << geometry.clusterBits();
        int entries = Math.toIntExact(bytes / Long.BYTES);
        file.step(BlkdebugEvent.REFTABLE_LOAD);
        return PointerTable.read(file, header.refcountTableOffset(), entries);
    }

    /** Takes the lock; pair with {@link #unlock} in a finally block. */
    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    /** Asserts that the caller holds the lock. */
    void requireLock() {
        if (!lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("the metadata lock is not held");
        }
    }

    Geometry geometry() {
        return geometry;
    }

    ImageFile file() {
        return file;
    }

    Corruption corruption() {
        return corruption;
    }

    PointerTable l1() {
        return l1;
    }

    TableCache l2() {
        return l2;
    }

    Refcounts refcounts() {
        return refcounts;
    }

    MetadataMap metadata() {
        return metadata;
    }

    PendingFrees frees() {
        return frees;
    }

    Allocator allocator() {
        return allocator;
    }

    PackedSpace packed() {
        return packed;
    }

    /** What becomes reachable next must not reach the file before what was written until now. */
    void requireBarrier() {
        barrierDue = true;
    }

    /** Whether a barrier is due, for the commit that now begins. */
    boolean takeBarrier() {
        boolean due = barrierDue;
        barrierDue = false;
        return due;
    }

    /** Whether so much waits in memory that a commit is due for one who needs clusters. */
    boolean isFull() {
        return isTooFull() || frees.areMany();
    }

    /** Whether so much waits in memory that a commit is due for anybody. */
    boolean isTooFull() {
        return l2.isFull() || refcounts.blocks().isFull() || frees.areTooMany();
    }
}
