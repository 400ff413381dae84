package dev.quarry.block.qcow2;

/**
 * What a write finds, by the grain in which data is allocated: a cluster or, with extended L2
 * entries, a subcluster. Guarded by the lock of {@link Tables}.
 */
final class L2Units {
    private final Geometry geometry;
    private final L2Tables l2;

    /** What a write of a unit needs. */
    enum State {
        /** Nothing: the bytes have their place, and nobody shares it. */
        IN_PLACE,
        /** The cluster has its place, and the unit gets its content. */
        PLACED,
        /** A new cluster, and nothing of an old one. */
        UNPLACED,
        /** A new cluster with all that the old one has: it is shared, or compressed. */
        COPIED
    }

    L2Units(Geometry geometry, L2Tables l2) {
        this.geometry = geometry;
        this.l2 = l2;
    }

    State state(CachedTable table, long guest) {
        long entry = l2.entry(table, guest);
        if ((entry & L2Entry.COMPRESSED) != 0) {
            return State.COPIED;
        }
        requirePossible(table, entry, guest);
        if (L2Entry.host(entry) == 0) {
            return State.UNPLACED;
        }
        if (!L2Entry.isCopied(entry)) {
            return State.COPIED;
        }
        return holdsData(table, entry, guest) ? State.IN_PLACE : State.PLACED;
    }

    /** Filling a part of such a cluster would show what its other parts never held. */
    private void requirePossible(CachedTable table, long entry, long guest) {
        if (geometry.extendedL2()
                && !SubclusterBits.isPossible(l2.bitmap(table, guest), L2Entry.host(entry) != 0)) {
            throw l2.corruption()
                    .mark("an impossible set of subclusters maps guest offset " + guest);
        }
    }

    private boolean holdsData(CachedTable table, long entry, long guest) {
        return geometry.extendedL2()
                ? SubclusterBits.isAllocated(l2.bitmap(table, guest), geometry.subcluster(guest))
                : (entry & L2Entry.ZERO) == 0;
    }

    /** Where the very byte lies in the file, if its cluster has a place. */
    long host(CachedTable table, long guest) {
        long host = L2Entry.host(l2.entry(table, guest));
        if (!geometry.isClusterAligned(host)) {
            throw l2.corruption().mark("a data cluster has the unaligned offset " + host);
        }
        return host + (guest & geometry.clusterMask());
    }

    /** How far units of the first one's state go on, one after the other in the file too. */
    long placedRunEnd(CachedTable table, long guest, long end) {
        State state = state(table, guest);
        long host = host(table, guest);
        long limit = Math.min(end, l2.coverageEnd(guest));
        long at = geometry.unitEnd(guest + 1);
        while (at < limit && state(table, at) == state && host(table, at) == host + (at - guest)) {
            at += geometry.unitSize();
        }
        return Math.min(at, limit);
    }

    /** How many clusters of a range need new ones for the same reason as the first. */
    int sameClusters(CachedTable table, long guest, long end) {
        State state = state(table, guest);
        long limit = Math.min(end, l2.coverageEnd(guest));
        long at = geometry.clusterEnd(guest + 1);
        int count = 1;
        while (at < limit && isSame(state(table, at), state)) {
            at += geometry.clusterSize();
            count++;
        }
        return count;
    }

    /** Where units are clusters, nothing of an old one is kept around a unit in any case. */
    private boolean isSame(State one, State first) {
        boolean fresh = one == State.UNPLACED || one == State.COPIED;
        return geometry.extendedL2() ? one == first : fresh;
    }

    /** The units of a part of one cluster have their content. */
    void setAllocated(CachedTable table, long from, long to) {
        if (geometry.extendedL2()) {
            int first = geometry.subcluster(from);
            int last = geometry.subcluster(to - 1);
            long bitmap = l2.bitmap(table, from);
            l2.setBitmap(table, from, SubclusterBits.withAllocated(bitmap, first, last + 1));
        }
    }
}
