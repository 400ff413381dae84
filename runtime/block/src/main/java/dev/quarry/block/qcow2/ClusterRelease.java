package dev.quarry.block.qcow2;

import dev.quarry.block.qcow2.PendingFrees.Reason;

/**
 * Takes back what an L2 entry referred to, when the entry no longer does. The clusters wait in
 * {@link PendingFrees} until that is durable. Guarded by the lock of {@link Tables}.
 */
final class ClusterRelease {
    private final PendingFrees frees;
    private final int clusterBits;

    ClusterRelease(Tables tables) {
        this.frees = tables.frees();
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

    private void releaseCompressed(long entry, Reason reason) {
        long host = L2Entry.compressedHost(entry, clusterBits);
        long last = host + L2Entry.compressedBytes(entry, clusterBits) - 1;
        long first = host >>> clusterBits;
        frees.add(first, (last >>> clusterBits) - first + 1, reason);
    }
}
