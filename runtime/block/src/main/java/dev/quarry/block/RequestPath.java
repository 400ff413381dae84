package dev.quarry.block;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.posix.Errno;
import dev.quarry.posix.ZeroScan;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way of every request to one node's driver, the same for all drivers.
 *
 * <p>A write: permitted? in range? → padded to the driver's alignment, what is around it read first
 * → alone on its range if it was padded → threshold → all zeros? → split → driver → flush, if it
 * had to be stable and the driver cannot do that. A zero write or discard: the same with its own
 * way of splitting ({@link ZeroPath}).
 */
final class RequestPath {
    private final BlockNode node;
    private final RequestList writes = new RequestList();
    private final AtomicInteger reads = new AtomicInteger();
    private final FlushPath flush;
    private final ZeroPath zeroes;
    private final StatusPath status;

    RequestPath(BlockNode node) {
        this.node = node;
        this.flush = new FlushPath(node);
        this.zeroes = new ZeroPath(node);
        this.status = new StatusPath(node);
    }

    // Reading

    void read(long offset, ByteBuffer into) {
        requireRange("read", offset, into.remaining());
        reads.incrementAndGet();
        try {
            int alignment = node.driver().limits().requestAlignment();
            if (isAligned(offset | into.remaining(), alignment)) {
                readAligned(offset, into);
            } else {
                readPadded(offset, into, alignment);
            }
        } finally {
            reads.decrementAndGet();
        }
    }

    private void readPadded(long offset, ByteBuffer into, int alignment) {
        long start = roundDown(offset, alignment);
        long end = roundUp(offset + into.remaining(), alignment);
        try (PooledBuffer bounce = BufferPool.lease(Math.toIntExact(end - start))) {
            ByteBuffer padded = bounce.buffer();
            readAligned(start, padded);
            padded.position((int) (offset - start));
            padded.limit(padded.position() + into.remaining());
            into.put(padded);
        }
    }

    /** Reads what the node has, and zeros past its end. */
    private void readAligned(long offset, ByteBuffer into) {
        BlockDriver driver = node.driver();
        BlockLimits limits = driver.limits();
        long size = roundUp(driver.size(), limits.requestAlignment());
        long known = Math.clamp(size - offset, 0, into.remaining());
        int max = maxTransfer(limits);
        while (known > 0) {
            int piece = (int) Math.min(known, max);
            ByteBuffer part = into.slice(into.position(), piece);
            driver.read(offset, part);
            into.position(into.position() + piece);
            offset += piece;
            known -= piece;
        }
        putZeros(into);
    }

    // Writing

    void write(long offset, ByteBuffer from, WriteFlags flags) {
        requireWritable("write", offset);
        requireRange("write", offset, from.remaining());
        if (!from.hasRemaining()) {
            return;
        }
        int alignment = node.driver().limits().requestAlignment();
        boolean owesFlush =
                isAligned(offset | from.remaining(), alignment)
                        ? writeWhole(offset, from, flags.and(FUA))
                        : writePadded(offset, from, flags.and(FUA), alignment);
        if (owesFlush) {
            flush();
        }
    }

    private boolean writeWhole(long offset, ByteBuffer from, WriteFlags flags) {
        RequestList.Request request = writes.enter(offset, offset + from.remaining(), false);
        try {
            return writeAligned(offset, from, flags);
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
            padded.position((int) (offset - start)).put(from);
            return writeAligned(start, padded.rewind(), flags);
        } finally {
            writes.leave(request);
        }
    }

    /** Reads the first and the last block where the request does not cover them. */
    private void readEdges(long start, long from, long to, ByteBuffer padded, int alignment) {
        int last = padded.limit() - alignment;
        boolean head = from > start;
        if (head) {
            readAligned(start, padded.slice(0, alignment));
        }
        if (to < start + padded.limit() && !(head && last == 0)) {
            readAligned(start + last, padded.slice(last, alignment));
        }
    }

    /** A request of whole blocks, entered in the list. Returns whether a flush must follow. */
    private boolean writeAligned(long offset, ByteBuffer from, WriteFlags flags) {
        int bytes = from.remaining();
        node.checkThreshold(offset + bytes);
        try {
            if (isDetectedZero(from)) {
                from.position(from.limit());
                boolean unmap = node.options().detectZeroes() == DetectZeroes.UNMAP;
                return zeroes.write(offset, bytes, unmap ? flags.with(MAY_UNMAP) : flags);
            }
            return writeData(offset, from, flags);
        } finally {
            wrote(offset + bytes);
        }
    }

    /** Zero detection: the one place, and all its conditions but those the caller has met. */
    private boolean isDetectedZero(ByteBuffer from) {
        if (node.options().detectZeroes() == DetectZeroes.OFF) {
            return false;
        }
        ZeroCounters counters = node.zeroCounters();
        if (!node.driver().hasZeroWrite()) {
            counters.countNoZeroWrite();
            return false;
        }
        if (!ZeroScan.isZero(from)) {
            counters.countData();
            return false;
        }
        counters.hit(from.remaining());
        return true;
    }

    private boolean writeData(long offset, ByteBuffer from, WriteFlags flags) {
        BlockDriver driver = node.driver();
        WriteFlags able = flags.and(driver.limits().writeFlags());
        int max = maxTransfer(driver.limits());
        while (from.hasRemaining()) {
            int piece = Math.min(from.remaining(), max);
            driver.write(offset, from.slice(from.position(), piece), able);
            from.position(from.position() + piece);
            offset += piece;
        }
        return flags.has(FUA) && !able.has(FUA);
    }

    // Zero writes and discards

    void writeZeroes(long offset, long bytes, WriteFlags flags) {
        requireWritable("write zeroes", offset);
        requireLongRange("write zeroes", offset, bytes);
        int alignment = node.driver().limits().requestAlignment();
        boolean aligned = isAligned(offset | bytes, alignment);
        if (flags.has(NO_FALLBACK) && !aligned) {
            throw BlockException.notSupported("No fast zero write of parts of a block");
        }
        if (bytes > 0 && zeroesOwingFlush(offset, bytes, flags, aligned ? 0 : alignment)) {
            flush();
        }
    }

    private boolean zeroesOwingFlush(long offset, long bytes, WriteFlags flags, int padTo) {
        RequestList.Request request =
                padTo == 0
                        ? enterZeroes(offset, bytes)
                        : writes.enter(
                                roundDown(offset, padTo), roundUp(offset + bytes, padTo), true);
        try {
            return padTo == 0
                    ? zeroAligned(offset, bytes, flags)
                    : zeroPadded(offset, offset + bytes, flags, padTo);
        } finally {
            writes.leave(request);
        }
    }

    private RequestList.Request enterZeroes(long offset, long bytes) {
        BlockDriver driver = node.driver();
        boolean alone = driver.limits().serialiseGrowingZeroes() && offset + bytes > driver.size();
        return writes.enter(offset, alone ? Long.MAX_VALUE : offset + bytes, alone);
    }

    /** Head and tail blocks are data writes of what is around; only the middle is a zero write. */
    private boolean zeroPadded(long offset, long end, WriteFlags flags, int alignment) {
        boolean owesFlush = false;
        long at = offset;
        if (!isAligned(at, alignment)) {
            long next = Math.min(end, roundUp(at, alignment));
            owesFlush = zeroInBlock(at, next, flags, alignment);
            at = next;
        }
        long middleEnd = roundDown(end, alignment);
        if (at < middleEnd) {
            owesFlush |= zeroAligned(at, middleEnd - at, flags);
            at = middleEnd;
        }
        if (at < end) {
            owesFlush |= zeroInBlock(at, end, flags, alignment);
        }
        return owesFlush;
    }

    private boolean zeroInBlock(long from, long to, WriteFlags flags, int alignment) {
        long start = roundDown(from, alignment);
        try (PooledBuffer bounce = BufferPool.lease(alignment)) {
            ByteBuffer block = bounce.buffer();
            readAligned(start, block);
            putZeros(block.slice((int) (from - start), (int) (to - from)));
            return writeAligned(start, block.rewind(), flags.and(FUA));
        }
    }

    private boolean zeroAligned(long offset, long bytes, WriteFlags flags) {
        node.checkThreshold(offset + bytes);
        try {
            return zeroes.write(offset, bytes, flags);
        } finally {
            wrote(offset + bytes);
        }
    }

    void discard(long offset, long bytes) {
        requireLongRange("discard", offset, bytes);
        if (bytes == 0 || !node.options().unmap() || !node.driver().hasDiscard()) {
            return;
        }
        requireWritable("discard", offset);
        RequestList.Request request = writes.enter(offset, offset + bytes, false);
        try {
            zeroes.discard(offset, bytes);
        } finally {
            writes.leave(request);
            flush.wrote();
        }
    }

    void truncate(long newSize) {
        requireWritable("resize", newSize);
        requireLongRange("resize", 0, newSize);
        RequestList.Request request = writes.enter(0, Long.MAX_VALUE, true);
        try {
            node.driver().truncate(newSize);
        } finally {
            writes.leave(request);
            flush.wrote();
        }
    }

    // The rest

    void flush() {
        flush.flush();
    }

    BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        requireLongRange("block status", offset, bytes);
        return status.here(offset, bytes, wantZero);
    }

    BlockStatus blockStatusAbove(long offset, long bytes, boolean wantZero) {
        requireLongRange("block status", offset, bytes);
        return status.throughChain(offset, bytes, wantZero);
    }

    boolean readsAsZeros(long offset, long bytes) {
        requireLongRange("block status", offset, bytes);
        return status.readsAsZeros(offset, bytes);
    }

    /** Requests under way, flushes aside. */
    int inFlight() {
        return writes.count() + reads.get();
    }

    private void wrote(long end) {
        flush.wrote();
        node.wroteUpTo(end);
    }

    private void requireWritable(String operation, long offset) {
        if (node.isReadOnly()) {
            throw BlockException.io(
                    Errno.EPERM, operation, node.name(), offset, "the node is read-only");
        }
    }

    private void requireRange(String operation, long offset, long bytes) {
        requireLongRange(operation, offset, bytes);
        if (bytes > BlockLimits.MAX_REQUEST) {
            throw outside(operation, offset, bytes);
        }
    }

    private void requireLongRange(String operation, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > BlockLimits.MAX_LENGTH - bytes) {
            throw outside(operation, offset, bytes);
        }
    }

    private BlockException outside(String operation, long offset, long bytes) {
        return BlockException.io(
                Errno.EIO, operation, node.name(), offset, bytes + " bytes are out of range");
    }

    private static void putZeros(ByteBuffer into) {
        while (into.hasRemaining()) {
            ByteBuffer zeros = ZeroPath.zeros(into.remaining());
            into.put(zeros);
        }
    }

    private static int maxTransfer(BlockLimits limits) {
        int max = limits.maxTransfer() == 0 ? BlockLimits.MAX_REQUEST : limits.maxTransfer();
        return (int) roundDown(max, limits.requestAlignment());
    }

    static boolean isAligned(long offsetsAndLengths, int powerOfTwo) {
        return (offsetsAndLengths & powerOfTwo - 1) == 0;
    }

    static long roundDown(long value, int powerOfTwo) {
        return value & -(long) powerOfTwo;
    }

    static long roundUp(long value, int powerOfTwo) {
        return value + powerOfTwo - 1 & -(long) powerOfTwo;
    }
}
