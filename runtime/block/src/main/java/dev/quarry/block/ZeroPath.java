package dev.quarry.block;

import static dev.quarry.block.Alignment.isAligned;
import static dev.quarry.block.Alignment.roundDown;
import static dev.quarry.block.Alignment.roundUp;
import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Zero writes at one node: head and tail blocks are data writes of what is around, only the whole
 * blocks between them are a zero write ({@link ZeroPieces}).
 *
 * <p>Methods return whether a flush must follow.
 */
final class ZeroPath {
    private final BlockNode node;
    private final RequestList writes;
    private final ReadPath reads;
    private final WritePath data;
    private final ZeroPieces pieces;

    ZeroPath(
            BlockNode node, RequestList writes, ReadPath reads, WritePath data, ZeroPieces pieces) {
        this.node = node;
        this.writes = writes;
        this.reads = reads;
        this.data = data;
        this.pieces = pieces;
    }

    boolean write(long offset, long bytes, WriteFlags flags) {
        int alignment = node.driver().limits().requestAlignment();
        boolean aligned = isAligned(offset | bytes, alignment);
        if (flags.has(NO_FALLBACK) && !aligned) {
            throw BlockException.notSupported("No fast zero write of parts of a block");
        }
        if (bytes == 0) {
            return false;
        }
        return aligned
                ? writeWhole(offset, bytes, flags)
                : writePadded(offset, bytes, flags, alignment);
    }

    private boolean writeWhole(long offset, long bytes, WriteFlags flags) {
        RequestList.Request request = enterWhole(offset, bytes);
        try {
            return writeBlocks(offset, bytes, flags);
        } finally {
            writes.leave(request);
        }
    }

    private RequestList.Request enterWhole(long offset, long bytes) {
        BlockDriver driver = node.driver();
        boolean alone = driver.limits().serialiseGrowingZeroes() && offset + bytes > driver.size();
        return writes.enter(offset, alone ? Long.MAX_VALUE : offset + bytes, alone);
    }

    private boolean writePadded(long offset, long bytes, WriteFlags flags, int alignment) {
        long end = offset + bytes;
        RequestList.Request request =
                writes.enter(roundDown(offset, alignment), roundUp(end, alignment), true);
        try {
            return writeParts(offset, end, flags, alignment);
        } finally {
            writes.leave(request);
        }
    }

    private boolean writeParts(long offset, long end, WriteFlags flags, int alignment) {
        boolean owesFlush = false;
        long at = offset;
        if (!isAligned(at, alignment)) {
            long next = Math.min(end, roundUp(at, alignment));
            owesFlush = writeInBlock(at, next, flags, alignment);
            at = next;
        }
        long middleEnd = roundDown(end, alignment);
        if (at < middleEnd) {
            owesFlush |= writeBlocks(at, middleEnd - at, flags);
            at = middleEnd;
        }
        if (at < end) {
            owesFlush |= writeInBlock(at, end, flags, alignment);
        }
        return owesFlush;
    }

    private boolean writeInBlock(long from, long to, WriteFlags flags, int alignment) {
        long start = roundDown(from, alignment);
        try (PooledBuffer bounce = BufferPool.lease(alignment)) {
            ByteBuffer block = bounce.buffer();
            readEdge(start, block, from > start);
            ZeroPieces.putZeros(block.slice((int) (from - start), (int) (to - from)));
            return data.writeAlone(start, block.rewind(), flags.and(FUA));
        }
    }

    private void readEdge(long start, ByteBuffer block, boolean head) {
        BlockDriver driver = node.driver();
        driver.step(head ? BlkdebugEvent.PWRITEV_RMW_HEAD : BlkdebugEvent.PWRITEV_RMW_TAIL);
        reads.readWhole(start, block);
        driver.step(
                head ? BlkdebugEvent.PWRITEV_RMW_AFTER_HEAD : BlkdebugEvent.PWRITEV_RMW_AFTER_TAIL);
    }

    private boolean writeBlocks(long offset, long bytes, WriteFlags flags) {
        node.marks().check(offset + bytes);
        try {
            return pieces.write(offset, bytes, flags);
        } finally {
            node.path().wrote(offset + bytes);
        }
    }
}
