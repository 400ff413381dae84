package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.PendingFrees.Reason;

/**
 * Takes back what an L2 entry referred to, when the entry no longer does. The clusters wait in
 * {@link PendingFrees} until that is durable. Guarded by the lock of {@link Tables}.
 */
final class ClusterRelease {
    private final PendingFrees frees;
    private final PackedSpace packed;
    private final int clusterBits;

    ClusterRelease(Tables tables) {
        this.frees = tables.frees();
        this.packed = tables.packed();
        this.clusterBits = tables.geometry().clusterBits();
    }

    /** Frees the clusters of an entry that was just replaced. */
    void release(long entry, Reason reason) {
        switch (L2Entry.kind(entry)) {
            case UNALLOCATED, ZERO_PLAIN -> {}
            case DATA, ZERO_ALLOCATED -> frees.add(L2Entry.host(entry) >>> clusterBits, 1, reason);
            case COMPRESSED -> releaseCompressed(entry, reason);
        }
    }

    /**
     * Compressed data that a surviving reference finds half gone is no cluster at all, neither of
     * zeros nor of what was there: so it is needed until the entry's change is durable.
     */
    private void releaseCompressed(long entry, Reason reason) {
        long host = L2Entry.compressedHost(entry, clusterBits);
        long last = host + L2Entry.compressedBytes(entry, clusterBits) - 1;
        long first = host >>> clusterBits;
        long count = (last >>> clusterBits) - first + 1;
        packed.released(first, count);
        frees.add(first, count, reason == Reason.REQUEST ? Reason.LATER : reason);
    }
}
