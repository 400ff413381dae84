package dev.quarry.block.qcow2;

/** The words of an L2 table: what the bits of an entry say. Pure functions. */
final class L2Entry {
    /** The cluster's reference count is exactly one: it may be written in place. */
    static final long COPIED = 1L << 63;

    /** The entry describes compressed data. */
    static final long COMPRESSED = 1L << 62;

    /** The cluster reads as zeros whatever the host offset holds (version 3, standard entries). */
    static final long ZERO = 1L;

    /** What an entry makes of its cluster. */
    enum Kind {
        /** The backing file shows through. */
        UNALLOCATED,
        /** Zeros that take no space. */
        ZERO_PLAIN,
        /** Zeros that keep a host cluster. */
        ZERO_ALLOCATED,
        /** Data in a host cluster. */
        DATA,
        /** Compressed data at a byte offset. */
        COMPRESSED
    }

    private L2Entry() {}

    /** The kind of a standard entry. */
    static Kind kind(long entry) {
        if ((entry & COMPRESSED) != 0) {
            return Kind.COMPRESSED;
        }
        boolean placed = host(entry) != 0;
        if ((entry & ZERO) != 0) {
            return placed ? Kind.ZERO_ALLOCATED : Kind.ZERO_PLAIN;
        }
        return placed ? Kind.DATA : Kind.UNALLOCATED;
    }

    /** Whether the entry holds space in the image. */
    static boolean isAllocated(long entry) {
        return (entry & COMPRESSED) != 0 || host(entry) != 0;
    }

    /** The host offset of a cluster that is not compressed; 0 for none. */
    static long host(long entry) {
        return entry & Geometry.OFFSET_MASK;
    }

    static boolean isCopied(long entry) {
        return (entry & COPIED) != 0;
    }

    /** The host byte offset of compressed data. */
    static long compressedHost(long entry, int clusterBits) {
        return entry & ((1L << compressedShift(clusterBits)) - 1);
    }

    /** Bytes from the host offset to the end of the last sector that compressed data touches. */
    static int compressedBytes(long entry, int clusterBits) {
        long more = (entry & ~(COPIED | COMPRESSED)) >>> compressedShift(clusterBits);
        long bytes = (more + 1) * 512 - (compressedHost(entry, clusterBits) & 511);
        return Math.toIntExact(bytes);
    }

    /** The entry of compressed data of so many bytes at a host byte offset. */
    static long compressed(long host, int bytes, int clusterBits) {
        int shift = compressedShift(clusterBits);
        if (host >>> shift != 0) {
            throw Refusal.tooLarge("Compressed data cannot lie at offset " + host);
        }
        long more = ((host + bytes - 1) >>> 9) - (host >>> 9);
        return COMPRESSED | more << shift | host;
    }

    private static int compressedShift(int clusterBits) {
        return 62 - (clusterBits - 8);
    }
}
