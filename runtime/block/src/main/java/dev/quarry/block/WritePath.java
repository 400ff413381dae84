package dev.quarry.block;

import static dev.quarry.block.Alignment.isAligned;
import static dev.quarry.block.Alignment.roundDown;
import static dev.quarry.block.Alignment.roundUp;
import static dev.quarry.block.WriteFlags.COMPRESSED;
import static dev.quarry.block.WriteFlags.FUA;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Data writes at one node: padded to the driver's alignment, with what is around read first, then
 * alone on the range → threshold → all zeros? → cut → driver.
 *
 * <p>Methods return whether a flush must follow: the write had to be stable and the driver cannot
 * do that.
 */
final class WritePath {
    private static final WriteFlags MEANT_FOR_DATA = FUA.with(COMPRESSED);

    private final BlockNode node;
    private final RequestList writes;
    private final ReadPath reads;
    private final ZeroDetector detector;
    private final ZeroPieces zeroes;

    WritePath(BlockNode node, RequestList writes, ReadPath reads, ZeroPieces zeroes) {
        this.node = node;
        this.writes = writes;
        this.reads = reads;
        this.zeroes = zeroes;
        this.detector = new ZeroDetector(node);
    }

    /** Writes what remains, at least one byte. */
    boolean write(long offset, ByteBuffer from, WriteFlags flags) {
        int alignment = node.driver().limits().requestAlignment();
        return isAligned(offset | from.remaining(), alignment)
                ? writeWhole(offset, from, flags.and(MEANT_FOR_DATA))
                : writePadded(offset, from, flags.and(MEANT_FOR_DATA), alignment);
    }

    private boolean writeWhole(long offset, ByteBuffer from, WriteFlags flags) {
        RequestList.Request request = writes.enter(offset, offset + from.remaining(), false);
        try {
            return writeAlone(offset, from, flags);
        } finally {
            writes.leave(request);
        }
    }

    private boolean writePadded(long offset, ByteBuffer from, WriteFlags flags, int alignment) {
        long start = roundDown(offset, alignment);
        long end = roundUp(offset + from.remaining(), alignment);
        RequestList.Request request = writes.enter(start, end, true);
        try (PooledBuffer bounce = BufferPool.lease(Math.toIntExact(end - start))) {
            ByteBuffer padded = bounce.buffer();
            readEdges(start, offset, offset + from.remaining(), padded, alignment);
            boolean zeros = detector.isZeroPayload(from);
            padded.position((int) (offset - start)).put(from).rewind();
            if (zeros) {
                detector.countIfHidden(padded);
            }
            return writeAlone(start, padded, flags);
        } finally {
            writes.leave(request);
        }
    }

    /** Reads the first and the last block where the request does not cover them. */
    private void readEdges(long start, long from, long to, ByteBuffer padded, int alignment) {
        int last = padded.limit() - alignment;
        boolean head = from > start;
        BlockDriver driver = node.driver();
        if (head) {
            driver.step(BlkdebugEvent.PWRITEV_RMW_HEAD);
            reads.readWhole(start, padded.slice(0, alignment));
            driver.step(BlkdebugEvent.PWRITEV_RMW_AFTER_HEAD);
        }
        if (to < start + padded.limit()) {
            driver.step(BlkdebugEvent.PWRITEV_RMW_TAIL);
            if (!head || last > 0) {
                reads.readWhole(start + last, padded.slice(last, alignment));
            }
            driver.step(BlkdebugEvent.PWRITEV_RMW_AFTER_TAIL);
        }
    }

    /** Whole blocks, by a request that is in the list. */
    boolean writeAlone(long offset, ByteBuffer from, WriteFlags flags) {
        long end = offset + from.remaining();
        node.marks().check(end);
        try {
            return detector.examines()
                    ? writeRuns(offset, from, flags)
                    : writeData(offset, from, flags);
        } finally {
            node.path().wrote(end);
        }
    }

    /** Whole blocks that read the same afterwards, by a request that is alone: not looked at. */
    void writeUnchanged(long offset, ByteBuffer from) {
        long end = offset + from.remaining();
        try {
            boolean _ = writeData(offset, from, WriteFlags.NONE);
        } finally {
            node.path().wrote(end);
        }
    }

    /** Writes one run after another, each all zeros or all data. */
    private boolean writeRuns(long offset, ByteBuffer from, WriteFlags flags) {
        int limit = from.limit();
        long base = offset - from.position();
        boolean owesFlush = false;
        while (from.hasRemaining()) {
            long at = base + from.position();
            boolean zero = detector.limitToRun(at, from);
            owesFlush |= zero ? writeZeros(at, from, flags) : writeData(at, from, flags);
            from.limit(limit);
        }
        return owesFlush;
    }

    private boolean writeZeros(long offset, ByteBuffer from, WriteFlags flags) {
        int bytes = from.remaining();
        from.position(from.limit());
        return zeroes.writeDetected(offset, bytes, flags.and(FUA));
    }

    private boolean writeData(long offset, ByteBuffer from, WriteFlags flags) {
        BlockDriver driver = node.driver();
        driver.step(BlkdebugEvent.PWRITEV);
        WriteFlags able = flags.and(driver.limits().writeFlags());
        if (flags.has(COMPRESSED) && !able.has(COMPRESSED)) {
            throw BlockException.notSupported(
                    "Driver '" + driver.name() + "' does not write compressed data");
        }
        int max = driver.limits().maxPiece();
        while (from.hasRemaining()) {
            int piece = Math.min(from.remaining(), max);
            driver.write(offset, from.slice(from.position(), piece), able);
            from.position(from.position() + piece);
            offset += piece;
        }
        return flags.has(FUA) && !able.has(FUA);
    }
}
