package dev.quarry.block;

import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way of every request to one node's driver, the same for all drivers: permitted? in range? →
 * the path of its kind → flush, if it had to be stable and the driver cannot do that → counted.
 *
 * <p>The kinds: {@link ReadPath}, {@link WritePath}, {@link ZeroPath}, {@link FlushPath}, {@link
 * StatusPath}.
 */
final class RequestPath {
    private final BlockNode node;
    private final RequestCounters counters = new RequestCounters();
    private final RequestList writes = new RequestList();
    private final AtomicInteger reading = new AtomicInteger();
    private final ReadPath reads;
    private final WritePath data;
    private final ZeroPieces pieces;
    private final ZeroPath zeroes;
    private final FlushPath flush;
    private final StatusPath status;
    private final CopyPath copies;

    RequestPath(BlockNode node) {
        this.node = node;
        this.reads = new ReadPath(node);
        this.pieces = new ZeroPieces(node);
        this.data = new WritePath(node, writes, reads, pieces);
        this.zeroes = new ZeroPath(node, writes, reads, data, pieces);
        this.flush = new FlushPath(node);
        this.status = new StatusPath(node);
        this.copies = new CopyPath(node, writes, reads, data, pieces, status);
    }

    RequestCounters counters() {
        return counters;
    }

    void read(long offset, ByteBuffer into) {
        int bytes = into.remaining();
        requireRange("read", counters.reads(), offset, bytes);
        boolean worked = false;
        reading.incrementAndGet();
        try {
            reads.read(offset, into);
            worked = true;
        } finally {
            reading.decrementAndGet();
            counters.reads().ended(worked, bytes);
        }
    }

    /** A read that leaves in the node what it found not deeper than that. */
    void readCopying(long offset, ByteBuffer into, int deepest) {
        requireWritable("copy", offset);
        requireRange("read", counters.reads(), offset, into.remaining());
        reading.incrementAndGet();
        try {
            copies.copy(offset, into.remaining(), deepest);
        } finally {
            reading.decrementAndGet();
        }
        read(offset, into);
    }

    void write(long offset, ByteBuffer from, WriteFlags flags) {
        int bytes = from.remaining();
        requireWritable("write", offset);
        requireRange("write", counters.writes(), offset, bytes);
        boolean worked = false;
        try {
            if (bytes > 0 && data.write(offset, from, flags)) {
                flush();
            }
            worked = true;
        } finally {
            counters.writes().ended(worked, bytes);
        }
    }

    void writeZeroes(long offset, long bytes, WriteFlags flags) {
        requireWritable("write zeroes", offset);
        requireLongRange("write zeroes", counters.writes(), offset, bytes);
        boolean worked = false;
        try {
            if (zeroes.write(offset, bytes, flags)) {
                flush();
            }
            worked = true;
        } finally {
            counters.writes().ended(worked, bytes);
        }
    }

    void discard(long offset, long bytes) {
        requireLongRange("discard", counters.discards(), offset, bytes);
        if (bytes == 0 || !node.options().unmap() || !node.driver().hasDiscard()) {
            return;
        }
        requireWritable("discard", offset);
        boolean worked = false;
        RequestList.Request request = writes.enter(offset, offset + bytes, false);
        try {
            pieces.discard(offset, bytes);
            worked = true;
        } finally {
            writes.leave(request);
            flush.wrote();
            counters.discards().ended(worked, bytes);
        }
    }

    void flush() {
        boolean worked = false;
        try {
            flush.flush();
            worked = true;
        } finally {
            counters.flushes().ended(worked, 0);
        }
    }

    void truncate(long newSize) {
        requireWritable("resize", newSize);
        requireLongRange("resize", counters.writes(), 0, newSize);
        RequestList.Request request = writes.enter(0, Long.MAX_VALUE, true);
        try {
            node.driver().truncate(newSize);
        } finally {
            writes.leave(request);
            flush.wrote();
        }
    }

    BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        requireLongRange("block status", counters.reads(), offset, bytes);
        return status.here(offset, bytes, wantZero);
    }

    BlockStatus blockStatusAbove(long offset, long bytes, boolean wantZero) {
        requireLongRange("block status", counters.reads(), offset, bytes);
        return status.throughChain(offset, bytes, wantZero);
    }

    boolean readsAsZeros(long offset, long bytes) {
        requireLongRange("block status", counters.reads(), offset, bytes);
        return status.readsAsZeros(offset, bytes);
    }

    /** Requests under way, flushes aside. */
    int inFlight() {
        return writes.count() + reading.get();
    }

    /** A write has ended, well or not. */
    void wrote(long end) {
        node.driver().step(BlkdebugEvent.PWRITEV_DONE);
        flush.wrote();
        node.marks().reached(end);
    }

    private void requireWritable(String operation, long offset) {
        if (node.isReadOnly()) {
            throw BlockException.io(
                    Errno.EPERM, operation, node.name(), offset, "the node is read-only");
        }
    }

    private void requireRange(String operation, RequestCounter kind, long offset, long bytes) {
        requireLongRange(operation, kind, offset, bytes);
        if (bytes > BlockLimits.MAX_REQUEST) {
            throw outside(operation, kind, offset, bytes);
        }
    }

    private void requireLongRange(String operation, RequestCounter kind, long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > BlockLimits.MAX_LENGTH - bytes) {
            throw outside(operation, kind, offset, bytes);
        }
    }

    private BlockException outside(String operation, RequestCounter kind, long offset, long bytes) {
        kind.countInvalid();
        return BlockException.io(
                Errno.EIO, operation, node.name(), offset, bytes + " bytes are out of range");
    }
}
