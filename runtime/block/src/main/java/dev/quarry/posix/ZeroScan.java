package dev.quarry.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Whether memory is all zero bytes, at the speed of memory: four longs a step. */
public final class ZeroScan {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final long STEP = 4 * Long.BYTES;

    private ZeroScan() {}

    /** Whether every remaining byte is zero; position and limit stay. Nothing is all zero. */
    public static boolean isZero(ByteBuffer buffer) {
        return isZero(buffer, buffer.position(), buffer.limit());
    }

    /**
     * Whether the bytes from one index of the buffer to before another are zero; both lie between
     * its position and its limit.
     */
    public static boolean isZero(ByteBuffer buffer, int from, int to) {
        MemorySegment bytes = MemorySegment.ofBuffer(buffer);
        long start = (long) from - buffer.position();
        long end = (long) to - buffer.position();
        long bulkEnd = end - (end - start) % STEP;
        return isBulkZero(bytes, start, bulkEnd) && isTailZero(bytes, bulkEnd, end);
    }

    private static boolean isBulkZero(MemorySegment bytes, long from, long end) {
        for (long at = from; at < end; at += STEP) {
            long any =
                    bytes.get(LONG, at)
                            | bytes.get(LONG, at + 8)
                            | bytes.get(LONG, at + 16)
                            | bytes.get(LONG, at + 24);
            if (any != 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTailZero(MemorySegment bytes, long from, long end) {
        for (long at = from; at < end; at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }
}
