package dev.quarry.block.qcow2;

/**
 * The second word of an extended L2 entry: bits 0 to 31 tell which subclusters are in the host
 * cluster, bits 32 to 63 which ones read as zeros. Neither: the backing file shows. Pure functions.
 */
final class SubclusterBits {
    /** Every subcluster reads as zeros. */
    static final long ALL_ZERO = 0xffff_ffffL << 32;

    private SubclusterBits() {}

    static boolean isAllocated(long bitmap, int number) {
        return (bitmap >>> number & 1) != 0;
    }

    static boolean isZero(long bitmap, int number) {
        return (bitmap >>> (number + Geometry.SUBCLUSTERS) & 1) != 0;
    }

    /** Whether each subcluster is one thing, and those in a host cluster have one. */
    static boolean isPossible(long bitmap, boolean placed) {
        long allocated = bitmap & ~ALL_ZERO;
        return (allocated & bitmap >>> Geometry.SUBCLUSTERS) == 0 && (placed || allocated == 0);
    }

    /** With subclusters from one up to before another in the host cluster. */
    static long withAllocated(long bitmap, int from, int to) {
        long mask = mask(from, to);
        return (bitmap & ~(mask << Geometry.SUBCLUSTERS)) | mask;
    }

    /** With subclusters from one up to before another reading as zeros. */
    static long withZero(long bitmap, int from, int to) {
        long mask = mask(from, to);
        return (bitmap & ~mask) | (mask << Geometry.SUBCLUSTERS);
    }

    private static long mask(int from, int to) {
        return (1L << to) - (1L << from);
    }
}
