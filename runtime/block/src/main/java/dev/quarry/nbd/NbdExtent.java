package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Allocation;

/**
 * A stretch of a disk with one answer in a metadata context.
 *
 * @param bytes its length, at least 1
 * @param flags the context's answer; for base:allocation the bits of {@link #isHole} and {@link
 *     #isZero}
 */
public record NbdExtent(long bytes, int flags) {
    /** An extent as base:allocation describes it. */
    public static NbdExtent allocation(long bytes, boolean hole, boolean zero) {
        return new NbdExtent(bytes, (hole ? Allocation.HOLE : 0) | (zero ? Allocation.ZERO : 0));
    }

    /** Whether no storage holds this extent (base:allocation). */
    public boolean isHole() {
        return (flags & Allocation.HOLE) != 0;
    }

    /** Whether this extent reads as zeroes (base:allocation). */
    public boolean isZero() {
        return (flags & Allocation.ZERO) != 0;
    }
}
