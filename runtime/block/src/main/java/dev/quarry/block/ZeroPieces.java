package dev.quarry.block;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Zero writes and discards of whole blocks on their last steps: cut at the driver's alignment into
 * head, bulk and tail, and for zeros the data write where the driver has nothing better.
 */
final class ZeroPieces {
    /** As long as the largest alignment, so that whole blocks fit. */
    private static final ByteBuffer ZEROS =
            ByteBuffer.allocateDirect(BufferPool.CHUNK + BufferPool.ALIGNMENT)
                    .alignedSlice(BufferPool.ALIGNMENT);

    /** The most one piece of zeros written as data may be, before the buffer's own length. */
    private static final int MAX_DATA = 16 << 20;

    private final BlockNode node;

    ZeroPieces(BlockNode node) {
        this.node = node;
    }

    /** So many zeros, or fewer if there are not so many at a time; the caller's to consume. */
    static ByteBuffer zeros(long wanted) {
        return ZEROS.slice(0, (int) Math.min(wanted, BufferPool.CHUNK));
    }

    /** Fills what remains. */
    static void putZeros(ByteBuffer into) {
        while (into.hasRemaining()) {
            into.put(zeros(into.remaining()));
        }
    }

    /** A data write that was found to be zeros: may unmap where the node's mode says so. */
    boolean writeDetected(long offset, long bytes, WriteFlags flags) {
        boolean unmap = node.options().detectZeroes() == DetectZeroes.UNMAP;
        WriteFlags all = unmap ? flags.with(MAY_UNMAP) : flags;
        return Recordings.areMade()
                ? writeRecorded(offset, bytes, all)
                : write(offset, bytes, all, true);
    }

    private boolean writeRecorded(long offset, long bytes, WriteFlags flags) {
        ZeroWriteEvent event = new ZeroWriteEvent();
        event.begin();
        boolean owesFlush = write(offset, bytes, flags, true);
        event.node = node.name();
        event.offset = offset;
        event.bytes = bytes;
        event.unmap = flags.has(MAY_UNMAP);
        event.commit();
        return owesFlush;
    }

    /** Writes zeros. Returns whether a flush must follow. */
    boolean write(long offset, long bytes, WriteFlags flags) {
        return write(offset, bytes, flags, false);
    }

    private boolean write(long offset, long bytes, WriteFlags flags, boolean detected) {
        BlockDriver driver = node.driver();
        driver.step(BlkdebugEvent.PWRITEV_ZERO);
        BlockLimits limits = driver.limits();
        if (flags.has(NO_FALLBACK) && !isFast(driver)) {
            throw BlockException.notSupported("Node '" + node.name() + "' has no fast zero write");
        }
        Cut cut = Cut.of(offset, bytes, zeroAlignment(limits), limits.maxZeroes());
        boolean owesFlush = false;
        long at = offset;
        while (at < offset + bytes) {
            long piece = cut.next(at, maxData(limits));
            if (writtenByDriver(driver, at, piece, flags)) {
                owesFlush |= !limits.zeroFlags().has(flags.and(FUA));
                countSaved(detected, piece);
            } else {
                piece = writeAsData(driver, at, piece, flags);
                owesFlush |= !limits.writeFlags().has(flags.and(FUA));
                countRefused(detected, piece, limits);
            }
            at += piece;
        }
        return owesFlush;
    }

    private static boolean isFast(BlockDriver driver) {
        return driver.hasZeroWrite() && driver.limits().zeroFlags().has(NO_FALLBACK);
    }

    private static boolean writtenByDriver(
            BlockDriver driver, long offset, long bytes, WriteFlags flags) {
        if (!driver.hasZeroWrite()) {
            return false;
        }
        try {
            driver.writeZeroes(offset, bytes, flags.and(driver.limits().zeroFlags()));
            return true;
        } catch (BlockException refused) {
            if (!refused.isNotSupported() || flags.has(NO_FALLBACK)) {
                throw refused;
            }
            return false;
        }
    }

    /**
     * A plain write of zeros straight to the driver: this node does not detect it again. Returns
     * how many it wrote.
     */
    private static int writeAsData(BlockDriver driver, long offset, long bytes, WriteFlags flags) {
        BlockLimits limits = driver.limits();
        ByteBuffer zeros = zeros(Math.min(bytes, maxData(limits)));
        int length = zeros.remaining();
        driver.write(offset, zeros, flags.and(limits.writeFlags()).and(FUA));
        return length;
    }

    private void countSaved(boolean detected, long bytes) {
        if (detected) {
            node.zeroCounters().countSaved(bytes);
        }
    }

    private void countRefused(boolean detected, long bytes, BlockLimits limits) {
        if (detected) {
            boolean part = bytes % zeroAlignment(limits) != 0;
            node.zeroCounters()
                    .countRefused(part ? ZeroObstacle.UNALIGNED : node.driver().zeroObstacle());
        }
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
        return Alignment.roundDown(max, limits.requestAlignment());
    }
}
