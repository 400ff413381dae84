package dev.quarry.block.debug;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.posix.Errno;

/**
 * Limits that the node claims to have. Bytes; 0 says that nothing is set.
 *
 * @param align a power of two
 * @param maxTransfer a multiple of the alignment
 * @param zeroAlignment a multiple of the alignment
 * @param maxZeroes a multiple of {@code zeroAlignment} and of the alignment
 * @param discardAlignment a multiple of the alignment
 * @param maxDiscard a multiple of {@code discardAlignment} and of the alignment
 */
record Constraints(
        long align,
        long maxTransfer,
        long zeroAlignment,
        long maxZeroes,
        long discardAlignment,
        long maxDiscard) {
    private static final int MAX_ALIGN = 2 << 20;

    /**
     * Checks them against each other.
     *
     * @param below the child's own alignment, which counts where it is larger
     * @throws BlockException naming the one that cannot be
     */
    void requirePossible(int below) {
        if (align < 0 || align > MAX_ALIGN || Long.bitCount(align) > 1) {
            throw wrong("align", align, "give a power of two up to " + MAX_ALIGN);
        }
        long block = Math.max(Math.max(1, align), below);
        requireMultiple("max-transfer", maxTransfer, block);
        requireMultiple("opt-write-zero", zeroAlignment, block);
        requireMultiple("max-write-zero", maxZeroes, Math.max(block, zeroAlignment));
        requireMultiple("opt-discard", discardAlignment, block);
        requireMultiple("max-discard", maxDiscard, Math.max(block, discardAlignment));
    }

    private static void requireMultiple(String option, long value, long of) {
        if (value < 0 || value % of != 0) {
            throw wrong(option, value, "give a multiple of " + of);
        }
    }

    private static BlockException wrong(String option, long value, String instead) {
        return BlockException.of(
                Errno.EINVAL, "'" + option + "' is " + value + ": " + instead + ", or 0");
    }

    /** The limits, without flags. */
    BlockLimits limits() {
        int request = (int) Math.max(1, align);
        return BlockLimits.BYTES
                .withRequestAlignment(request, 1)
                .withMaxTransfer((int) maxTransfer)
                .withZeroes((int) Math.max(1, zeroAlignment), maxZeroes)
                .withDiscard((int) Math.max(1, discardAlignment), maxDiscard);
    }

    /** The shortest zero write that is taken. */
    long leastZeroes() {
        return Math.max(align, zeroAlignment);
    }

    /** The shortest discard that is taken. */
    long leastDiscard() {
        return Math.max(align, discardAlignment);
    }
}
