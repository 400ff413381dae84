package dev.quarry.block;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import java.nio.ByteBuffer;

/**
 * Zero writes and discards on their last steps: cut at the driver's alignment into head, bulk and
 * tail, and for zeros the data write where the driver has nothing better.
 */
final class ZeroPath {
    /** As long as the largest alignment, so that whole blocks fit. */
    private static final ByteBuffer ZEROS =
            ByteBuffer.allocateDirect(BufferPool.CHUNK + BufferPool.ALIGNMENT)
                    .alignedSlice(BufferPool.ALIGNMENT);

    /** The most one piece of zeros written as data may be, before the buffer's own length. */
    private static final int MAX_DATA = 16 << 20;

    private final BlockNode node;

    ZeroPath(BlockNode node) {
        this.node = node;
    }

    /** So many zeros, or fewer if there are not so many at a time; the caller's to consume. */
    static ByteBuffer zeros(long wanted) {
        return ZEROS.slice(0, (int) Math.min(wanted, BufferPool.CHUNK));
    }

    /** Writes zeros over whole blocks. Returns whether a flush must follow. */
    boolean write(long offset, long bytes, WriteFlags flags) {
        BlockDriver driver = node.driver();
        BlockLimits limits = driver.limits();
        if (flags.has(NO_FALLBACK) && !(driver.hasZeroWrite() && able(flags, limits))) {
            throw BlockException.notSupported("Node '" + node.name() + "' has no fast zero write");
        }
        Cut cut = Cut.of(offset, bytes, zeroAlignment(limits), limits.maxZeroes());
        boolean owesFlush = false;
        long at = offset;
        while (at < offset + bytes) {
            long piece = cut.next(at, maxData(limits));
            Done done = writePiece(driver, at, piece, flags);
            owesFlush |= done.owesFlush;
            at += done.bytes;
        }
        return owesFlush;
    }

    private static boolean able(WriteFlags flags, BlockLimits limits) {
        return limits.zeroFlags().has(flags.and(NO_FALLBACK));
    }

    private static Done writePiece(BlockDriver driver, long offset, long bytes, WriteFlags flags) {
        if (driver.hasZeroWrite()) {
            WriteFlags able = flags.and(driver.limits().zeroFlags());
            try {
                driver.writeZeroes(offset, bytes, able);
                return new Done(bytes, flags.has(FUA) && !able.has(FUA));
            } catch (BlockException refused) {
                if (!refused.isNotSupported() || flags.has(NO_FALLBACK)) {
                    throw refused;
                }
            }
        }
        return writeAsData(driver, offset, bytes, flags);
    }

    /** A plain write of zeros straight to the driver: this node does not detect it again. */
    private static Done writeAsData(BlockDriver driver, long offset, long bytes, WriteFlags flags) {
        BlockLimits limits = driver.limits();
        WriteFlags able = flags.and(limits.writeFlags()).and(FUA);
        ByteBuffer zeros = zeros(Math.min(bytes, maxData(limits)));
        int length = zeros.remaining();
        driver.write(offset, zeros, able);
        return new Done(length, flags.has(FUA) && !able.has(FUA));
    }

    /** Discards. What the driver does not support counts as done. */
    void discard(long offset, long bytes) {
        BlockDriver driver = node.driver();
        BlockLimits limits = driver.limits();
        int alignment = Math.max(limits.discardAlignment(), limits.requestAlignment());
        Cut cut = Cut.of(offset, bytes, alignment, limits.maxDiscard());
        long at = offset;
        while (at < offset + bytes) {
            long piece = cut.next(at, Long.MAX_VALUE);
            discardPiece(driver, at, piece);
            at += piece;
        }
    }

    private static void discardPiece(BlockDriver driver, long offset, long bytes) {
        try {
            driver.discard(offset, bytes);
        } catch (BlockException refused) {
            if (!refused.isNotSupported()) {
                throw refused;
            }
        }
    }

    private static int zeroAlignment(BlockLimits limits) {
        return Math.max(limits.zeroAlignment(), limits.requestAlignment());
    }

    private static long maxData(BlockLimits limits) {
        int max = limits.maxTransfer() == 0 ? MAX_DATA : Math.min(limits.maxTransfer(), MAX_DATA);
        return RequestPath.roundDown(max, limits.requestAlignment());
    }

    /** What one piece achieved. */
    private record Done(long bytes, boolean owesFlush) {}

    /**
     * How a range is cut: up to the first multiple of the alignment, then whole multiples, then the
     * rest.
     */
    record Cut(long end, int alignment, long max) {
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
}
