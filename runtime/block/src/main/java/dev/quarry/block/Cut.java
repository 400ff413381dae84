package dev.quarry.block;

/**
 * How a range is cut: up to the first multiple of the alignment, then whole multiples, then the
 * rest.
 *
 * @param end of the range
 * @param alignment at least 1, any number
 * @param max most bytes of one piece, at least the alignment and a multiple of it
 */
record Cut(long end, int alignment, long max) {
    /**
     * @param max most bytes of one piece; 0 for no limit
     */
    static Cut of(long offset, long bytes, int alignment, long max) {
        long most = max == 0 ? Long.MAX_VALUE : max;
        return new Cut(offset + bytes, alignment, Math.max(alignment, most - most % alignment));
    }

    /** Bytes of the piece at an offset; a head is at most {@code maxHead}. */
    long next(long at, long maxHead) {
        long left = end - at;
        long head = at % alignment;
        if (head > 0) {
            return Math.min(Math.min(left, alignment - head), maxHead);
        }
        long tail = end % alignment;
        long bulk = tail > 0 && left > alignment ? left - tail : left;
        return Math.min(bulk, max);
    }
}
