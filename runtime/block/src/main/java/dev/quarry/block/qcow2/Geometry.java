package dev.quarry.block.qcow2;

/**
 * The arithmetic of an image: how guest offsets split into table indexes. All sizes are bytes.
 *
 * @param version 2 or 3
 * @param clusterBits log2 of the cluster size, 9 to 21
 * @param refcountOrder log2 of the width of a reference count in bits, 0 to 6
 * @param extendedL2 whether L2 entries carry subcluster bitmaps
 * @param size guest-visible size, a multiple of 512
 */
record Geometry(int version, int clusterBits, int refcountOrder, boolean extendedL2, long size) {
    /** Bits 9 to 55: where an L1, L2 or refcount table entry points. */
    static final long OFFSET_MASK = 0x00ff_ffff_ffff_fe00L;

    /** Host offsets stay below this. */
    static final long MAX_HOST = 1L << 56;

    /** Subclusters of a cluster with extended L2 entries. */
    static final int SUBCLUSTERS = 32;

    int clusterSize() {
        return 1 << clusterBits;
    }

    long clusterMask() {
        return clusterSize() - 1L;
    }

    /** Bytes of an L2 entry. */
    int l2EntrySize() {
        return extendedL2 ? 16 : 8;
    }

    int l2Bits() {
        return clusterBits - (extendedL2 ? 4 : 3);
    }

    int l2Entries() {
        return 1 << l2Bits();
    }

    /** Guest bytes that one L2 table maps. */
    long l2Coverage() {
        return 1L << (clusterBits + l2Bits());
    }

    /** The grain of allocation and zeros: a cluster, or its 32nd part. */
    int unitSize() {
        return extendedL2 ? clusterSize() / SUBCLUSTERS : clusterSize();
    }

    /** Which subcluster of its cluster a guest offset lies in. */
    int subcluster(long guest) {
        return (int) (guest & clusterMask()) / unitSize();
    }

    int l1Index(long guest) {
        return Math.toIntExact(guest >>> (clusterBits + l2Bits()));
    }

    int l2Index(long guest) {
        return (int) (guest >>> clusterBits) & (l2Entries() - 1);
    }

    /** L1 entries that the guest size needs. */
    long l1EntriesNeeded() {
        long shift = clusterBits + (long) l2Bits();
        return (size >>> shift) + ((size & ((1L << shift) - 1)) == 0 ? 0 : 1);
    }

    /** Counts in one refcount block. */
    int countsPerBlock() {
        return 1 << (clusterBits + 3 - refcountOrder);
    }

    int refcountBits() {
        return 1 << refcountOrder;
    }

    /** The largest count; as unsigned for 64-bit counts, where it is -1. */
    long maxRefcount() {
        return refcountOrder == 6 ? -1L : (1L << refcountBits()) - 1;
    }

    long clusterStart(long offset) {
        return offset & ~clusterMask();
    }

    /** The offset rounded down to a cluster or subcluster. */
    long unitStart(long offset) {
        return offset & -(long) unitSize();
    }

    /** The offset rounded up to a cluster or subcluster. */
    long unitEnd(long offset) {
        return unitStart(offset + unitSize() - 1);
    }

    /** The offset rounded up to a cluster. */
    long clusterEnd(long offset) {
        return (offset + clusterMask()) & ~clusterMask();
    }

    boolean isClusterAligned(long offset) {
        return (offset & clusterMask()) == 0;
    }
}
