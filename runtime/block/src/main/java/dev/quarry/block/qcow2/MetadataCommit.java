package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.block.qcow2.CachedTable.TableWrite;
import dev.quarry.block.qcow2.PendingFrees.Free;
import dev.quarry.block.qcow2.PendingFrees.Reason;
import dev.quarry.block.qcow2.PointerTable.SectorWrite;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * Brings the metadata from memory to the file. One commit runs at a time, without the lock of
 * {@link Tables} but for taking and settling. Any thread may call.
 */
final class MetadataCommit {
    /*
     * The order of writes.
     *
     * Power may fail at any moment, and then any part of what was written since the last barrier
     * (a flush of the file that returned) may be missing, in units of 512 bytes. The image must
     * come up with everything that was there at the last flush of the guest, and with at worst
     * clusters that are counted as used and are not (leaks). Four rules give that:
     *
     * 1. A reference reaches the file only after the count of what it refers to. New clusters are
     *    counted in memory at once; refcount blocks go out first, then a barrier, then L2 tables.
     * 2. A reference reaches the file only after what it refers to: data before the L2 entry (the
     *    entry enters the table in memory only after the data was written, and the same barrier
     *    covers both), refcount blocks before the refcount table entry, L2 tables before the L1
     *    entry. Each arrow is a barrier, and is left out when there is nothing of its kind.
     * 3. A count goes down, and a cluster may be used anew or be discarded in the file below, only
     *    after the file no longer refers to it: pending frees are applied when all of the above is
     *    durable. The lowered counts themselves are written by a later commit; until then a crash
     *    leaks. What a guest gives up may be discarded at once, if nothing else refers to it: a
     *    reference that survives a crash shows zeros or the old bytes then, and the guest asked
     *    for zeros or for nothing. So no barrier has to write what nobody needs any more.
     * 4. A change that only hides something (a zero flag on an entry) depends on nothing, so a
     *    commit of such changes alone does without the first barrier.
     *
     * So counts in memory are never lower than the file needs, refcount blocks may be written at
     * any time, and L2 tables and L1 entries are written by a commit and by nobody else. Any number
     * of guest writes share one commit: it runs when the guest flushes, when half of a cache is
     * dirty, or when thousands of clusters wait to be freed and new ones are wanted.
     */
    private static final System.Logger LOG = System.getLogger(MetadataCommit.class.getName());

    private final Tables tables;
    private final ImageFile file;
    private final boolean passDiscardRequest;
    private final boolean passDiscardOther;
    private final ReentrantLock turn = new ReentrantLock();

    MetadataCommit(Tables tables, boolean passDiscardRequest, boolean passDiscardOther) {
        this.tables = tables;
        this.file = tables.file();
        this.passDiscardRequest = passDiscardRequest;
        this.passDiscardOther = passDiscardOther;
    }

    /** Everything completed before the call is durable after it. */
    void commit() {
        turn.lock();
        try {
            tell();
            Batch batch = takeBatch();
            boolean written = false;
            try {
                write(batch);
                written = true;
            } finally {
                settle(batch, written);
            }
            lowerCounts(batch.frees());
        } finally {
            turn.unlock();
        }
    }

    /** Commits when so much waits in memory that it is time to, for one who needs clusters. */
    void commitIfFull() {
        if (holds(Tables::isFull)) {
            commit();
        }
    }

    /** Commits when so much waits in memory that it is time to, for one who needs none. */
    void commitIfTooFull() {
        if (holds(Tables::isTooFull)) {
            commit();
        }
    }

    /** Tells the file of what guests have given up, if that is much by now. */
    void tellIfWorthIt() {
        if (holds(now -> now.frees().areWorthTelling())) {
            tell();
        }
    }

    private void tell() {
        if (passDiscardRequest) {
            List<Free> sole = takeSole();
            sole.forEach(free -> discard(free.cluster(), free.count()));
            addFrees(sole);
        }
    }

    /** Takes what guests gave up and nothing else refers to; the rest waits for the commit. */
    private List<Free> takeSole() {
        PendingFrees sole = new PendingFrees();
        PendingFrees shared = new PendingFrees();
        tables.lock();
        try {
            List<Free> requested = tables.frees().takeRequested();
            try {
                requested.forEach(free -> sort(free, sole, shared));
            } catch (BlockException unreadable) {
                tables.frees().putBack(requested);
                throw unreadable;
            }
            tables.frees().putBack(shared.take());
        } finally {
            tables.unlock();
        }
        return sole.take();
    }

    private void sort(Free free, PendingFrees sole, PendingFrees shared) {
        for (long i = 0; i < free.count(); i++) {
            long cluster = free.cluster() + i;
            if (tables.refcounts().get(cluster) == 1) {
                sole.add(cluster, 1, Reason.TOLD);
            } else {
                shared.add(cluster, 1, Reason.LATER);
            }
        }
    }

    private void addFrees(List<Free> frees) {
        tables.lock();
        try {
            tables.frees().putBack(frees);
        } finally {
            tables.unlock();
        }
    }

    /** Commits until the file has all there is, lowered counts too. */
    void commitAll() {
        commit();
        while (hasMore()) {
            commit();
        }
    }

    /** What one commit writes. */
    private record Batch(
            boolean barrier,
            List<TableWrite> blocks,
            List<SectorWrite> refcountTable,
            List<TableWrite> l2,
            List<SectorWrite> l1,
            List<Free> frees) {}

    private Batch takeBatch() {
        tables.lock();
        try {
            return new Batch(
                    tables.takeBarrier(),
                    tables.refcounts().blocks().takeDirty(),
                    tables.refcounts().table().takeDirty(),
                    tables.l2().takeDirty(),
                    tables.l1().takeDirty(),
                    tables.frees().take());
        } finally {
            tables.unlock();
        }
    }

    private void write(Batch batch) {
        writeTables(BlkdebugEvent.REFBLOCK_UPDATE_PART, batch.blocks());
        boolean durable = false;
        if (batch.barrier() || !batch.refcountTable().isEmpty()) {
            file.flush();
            durable = true;
        }
        if (!batch.refcountTable().isEmpty()) {
            writeSectors(BlkdebugEvent.REFBLOCK_ALLOC_HOOKUP, batch.refcountTable());
            file.flush();
        }
        if (!batch.l2().isEmpty()) {
            writeTables(BlkdebugEvent.L2_UPDATE, batch.l2());
            file.flush();
            durable = true;
        }
        if (!batch.l1().isEmpty()) {
            writeSectors(BlkdebugEvent.L1_UPDATE, batch.l1());
            file.flush();
            durable = true;
        }
        if (!durable) {
            file.flush();
        }
    }

    private void writeTables(BlkdebugEvent step, List<TableWrite> tables) {
        for (TableWrite table : tables) {
            file.step(step);
            table.writeTo(file);
        }
    }

    private void writeSectors(BlkdebugEvent step, List<SectorWrite> sectors) {
        for (SectorWrite sector : sectors) {
            file.step(step);
            sector.writeTo(file);
        }
    }

    private void settle(Batch batch, boolean written) {
        tables.lock();
        try {
            batch.blocks().forEach(block -> block.table().endCommit(block, written));
            batch.l2().forEach(table -> table.table().endCommit(table, written));
            if (!written) {
                putBack(batch);
            }
        } finally {
            tables.unlock();
        }
    }

    private void putBack(Batch batch) {
        batch.refcountTable().forEach(SectorWrite::putBack);
        batch.l1().forEach(SectorWrite::putBack);
        tables.frees().putBack(batch.frees());
        if (batch.barrier()) {
            tables.requireBarrier();
        }
    }

    /** Rule 3: the references are gone from the file, so the counts may follow. */
    private void lowerCounts(List<Free> frees) {
        if (frees.isEmpty()) {
            return;
        }
        file.step(BlkdebugEvent.CLUSTER_FREE);
        List<Free> unused = dropReferences(frees);
        unused.forEach(this::passDiscard);
        markUnused(unused);
    }

    /** Lowers counts that stay above zero; gives the clusters whose last reference this was. */
    private List<Free> dropReferences(List<Free> frees) {
        PendingFrees unused = new PendingFrees();
        tables.lock();
        try {
            for (Free free : frees) {
                for (long i = 0; i < free.count(); i++) {
                    dropReference(free.cluster() + i, free.reason(), unused);
                }
            }
        } finally {
            tables.unlock();
        }
        return unused.take();
    }

    private void dropReference(long cluster, Reason reason, PendingFrees unused) {
        long count = tables.refcounts().get(cluster);
        if (count == 1) {
            unused.add(cluster, 1, reason);
        } else if (count != 0) {
            tables.refcounts().set(cluster, count - 1);
        } else {
            throw tables.corruption()
                    .mark("cluster " + cluster + " was in use and has a reference count of 0");
        }
    }

    private void passDiscard(Free free) {
        boolean wanted =
                switch (free.reason()) {
                    case REQUEST, LATER -> passDiscardRequest;
                    case OTHER -> passDiscardOther;
                    case TOLD -> false;
                };
        if (wanted) {
            discard(free.cluster(), free.count());
        }
    }

    private void discard(long cluster, long count) {
        int bits = tables.geometry().clusterBits();
        try {
            file.discard(cluster << bits, count << bits);
        } catch (BlockException refused) {
            LOG.log(System.Logger.Level.DEBUG, "the file keeps freed clusters", refused);
        }
    }

    private void markUnused(List<Free> unused) {
        tables.lock();
        try {
            for (Free free : unused) {
                for (long i = 0; i < free.count(); i++) {
                    markUnused(free.cluster() + i);
                }
            }
        } finally {
            tables.unlock();
        }
    }

    private void markUnused(long cluster) {
        tables.refcounts().set(cluster, 0);
        tables.metadata().removeCluster(cluster << tables.geometry().clusterBits());
        tables.allocator().freed(cluster);
    }

    private boolean holds(Predicate<Tables> condition) {
        tables.lock();
        try {
            return condition.test(tables);
        } finally {
            tables.unlock();
        }
    }

    private boolean hasMore() {
        tables.lock();
        try {
            return !tables.frees().isEmpty()
                    || tables.refcounts().blocks().hasDirty()
                    || tables.refcounts().table().hasDirty()
                    || tables.l2().hasDirty()
                    || tables.l1().hasDirty();
        } finally {
            tables.unlock();
        }
    }
}
