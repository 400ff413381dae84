package dev.quarry.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Whether memory is all zero bytes, at the speed of memory. */
public final class ZeroScan {
    /** One cache line, so that both sides of the comparison are aligned alike. */
    private static final long HEAD = 64;

    private ZeroScan() {}

    /** Whether every remaining byte is zero; position and limit stay. Nothing is all zero. */
    public static boolean isZero(ByteBuffer buffer) {
        return isZero(buffer, buffer.position(), buffer.limit());
    }

    /**
     * Whether the bytes from one index of the buffer to before another are zero; both lie between
     * its position and its limit.
     *
     * <p>Memory is zero where its head is, and each further byte equals the one a head before it.
     * The JDK compares with vector instructions even before this method is compiled, which no loop
     * written here would have; a loop also was seen to be compiled badly in a daemon that ran on.
     */
    public static boolean isZero(ByteBuffer buffer, int from, int to) {
        MemorySegment bytes = MemorySegment.ofBuffer(buffer);
        long start = (long) from - buffer.position();
        long end = (long) to - buffer.position();
        long head = Math.min(HEAD, end - start);
        return isZeroHead(bytes, start, start + head)
                && MemorySegment.mismatch(bytes, start, end - head, bytes, start + head, end) < 0;
    }

    private static boolean isZeroHead(MemorySegment bytes, long from, long end) {
        for (long at = from; at < end; at++) {
            if (bytes.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return false;
            }
        }
        return true;
    }
}
