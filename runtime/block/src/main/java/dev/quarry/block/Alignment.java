package dev.quarry.block;

/** Arithmetic on offsets and lengths with powers of two. */
final class Alignment {
    private Alignment() {}

    /** Whether all of them are multiples; several values are given as their bitwise or. */
    static boolean isAligned(long offsetsAndLengths, int powerOfTwo) {
        return (offsetsAndLengths & powerOfTwo - 1) == 0;
    }

    static long roundDown(long value, int powerOfTwo) {
        return value & -(long) powerOfTwo;
    }

    static long roundUp(long value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -(long) powerOfTwo;
    }
}
