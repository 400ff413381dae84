package dev.quarry.block;

import dev.quarry.posix.ZeroScan;

import java.nio.ByteBuffer;

/**
 * Zero detection at one node: the one place, with all its conditions, and the count of what came of
 * each write. The caller has met the others: the write is not a zero write already, and its payload
 * is whole blocks.
 */
final class ZeroDetector {
    private final BlockNode node;

    ZeroDetector(BlockNode node) {
        this.node = node;
    }

    /** Whether a write is to be examined; counts it if not. */
    boolean examines() {
        if (node.options().detectZeroes() == DetectZeroes.OFF) {
            node.zeroCounters().countOff();
            return false;
        }
        if (!node.driver().hasZeroWrite()) {
            node.zeroCounters().countNoZeroWrite();
            return false;
        }
        return true;
    }

    /**
     * Sets the limit to the end of the first run that is all zeros or all data, and says which.
     * Without a granularity the run is the whole buffer; with one, runs end at its multiples. One
     * byte at least remains.
     *
     * @param offset of what remains, at the node
     */
    boolean limitToRun(long offset, ByteBuffer from) {
        int part = part(from.remaining());
        long base = offset - from.position();
        int limit = from.limit();
        int end = partEnd(base, from.position(), limit, part);
        boolean zero = ZeroScan.isZero(from, from.position(), end);
        while (end < limit) {
            int next = partEnd(base, end, limit, part);
            if (ZeroScan.isZero(from, end, next) != zero) {
                break;
            }
            end = next;
        }
        from.limit(end);
        count(zero, from.remaining());
        return zero;
    }

    /** The size in which a request is looked at: never finer than what the driver can zero. */
    private int part(int bytes) {
        int granularity = node.options().detectGranularity();
        if (granularity == 0) {
            return 0;
        }
        BlockLimits limits = node.driver().limits();
        int least = Math.max(limits.zeroAlignment(), limits.requestAlignment());
        int part = Math.max(granularity, least);
        return part < bytes ? part : 0;
    }

    private static int partEnd(long base, int from, int limit, int part) {
        if (part == 0) {
            return limit;
        }
        long at = base + from;
        long next = at - at % part + part - base;
        return (int) Math.min(next, limit);
    }

    private void count(boolean zero, int bytes) {
        if (zero) {
            node.zeroCounters().countFound(bytes);
        } else {
            node.zeroCounters().countNotZero();
        }
    }

    /**
     * Whether a request that is about to be padded holds nothing but zeros and would be a zero
     * write if it were whole blocks.
     */
    boolean isZeroPayload(ByteBuffer from) {
        return node.options().detectZeroes() != DetectZeroes.OFF
                && node.driver().hasZeroWrite()
                && ZeroScan.isZero(from);
    }

    /** Counts a request of zeros whose padding is not all zeros. */
    void countIfHidden(ByteBuffer padded) {
        if (!ZeroScan.isZero(padded)) {
            node.zeroCounters().countUnaligned();
        }
    }
}
