package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A small real protocol driver over a byte array, for tests: zero write, discard, block status by 4
 * KiB pages, growth, and a log of what was asked of it ({@code "write 0+512"}).
 */
public class MemoryDriver implements BlockDriver {
    /** Granularity of its allocation map, bytes. */
    public static final int PAGE = 4096;

    private final List<String> log = Collections.synchronizedList(new ArrayList<>());
    private final BitSet allocated = new BitSet();
    private BlockLimits limits =
            BlockLimits.BYTES.withFlags(
                    WriteFlags.NONE, WriteFlags.MAY_UNMAP.with(WriteFlags.NO_FALLBACK));
    private byte[] bytes;
    private @Nullable BlockNode node;
    private boolean closed;

    /** All zeros, nothing allocated. */
    public MemoryDriver(int size) {
        bytes = new byte[size];
    }

    /** The content to begin with, all allocated. */
    public MemoryDriver(byte[] content) {
        bytes = content.clone();
        allocated.set(0, pages(content.length));
    }

    /** A definition of a node over this driver. */
    public NodeDefinition definition(GivenOptions options) {
        return NodeDefinition.of(
                "memory",
                options,
                List.of(),
                context -> {
                    node = context.node();
                    return this;
                });
    }

    /** A definition of a node over this driver, with a name and otherwise defaults. */
    public NodeDefinition definition(String nodeName) {
        return definition(GivenOptions.named(nodeName));
    }

    /** Sets the limits; before the node is used. */
    public MemoryDriver withLimits(BlockLimits other) {
        limits = other;
        return this;
    }

    /** The requests so far, oldest first. */
    public List<String> log() {
        synchronized (log) {
            return List.copyOf(log);
        }
    }

    /** Forgets the requests so far. */
    public void clearLog() {
        log.clear();
    }

    /** A copy of the content. */
    public synchronized byte[] content() {
        return bytes.clone();
    }

    /** Whether {@link #close} was called. */
    public synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public synchronized long size() {
        return bytes.length;
    }

    @Override
    public BlockLimits limits() {
        return limits;
    }

    @Override
    public synchronized void read(long offset, ByteBuffer into) {
        log.add("read " + offset + "+" + into.remaining());
        int known = (int) Math.max(0, Math.min(into.remaining(), bytes.length - offset));
        into.put(bytes, (int) offset, known);
        into.put(new byte[into.remaining()]);
    }

    @Override
    public synchronized void write(long offset, ByteBuffer from, WriteFlags flags) {
        log.add("write " + offset + "+" + from.remaining() + suffix(flags));
        int end = Math.toIntExact(offset + from.remaining());
        grow(end);
        allocated.set((int) offset / PAGE, pages(end));
        from.get(bytes, (int) offset, from.remaining());
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public synchronized void writeZeroes(long offset, long length, WriteFlags flags) {
        log.add("zero " + offset + "+" + length + suffix(flags));
        int end = Math.toIntExact(offset + length);
        grow(end);
        Arrays.fill(bytes, (int) offset, end, (byte) 0);
        if (flags.has(WriteFlags.MAY_UNMAP)) {
            unmap((int) offset, end);
        }
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public synchronized void discard(long offset, long length) {
        log.add("discard " + offset + "+" + length);
        int end = Math.toIntExact(offset + length);
        Arrays.fill(bytes, (int) offset, end, (byte) 0);
        unmap((int) offset, end);
    }

    @Override
    public void flush() {
        log.add("flush");
    }

    @Override
    public void sync() {
        log.add("sync");
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public synchronized BlockStatus blockStatus(long offset, long length, boolean wantZero) {
        int page = (int) (offset / PAGE);
        boolean data = allocated.get(page);
        int next = data ? allocated.nextClearBit(page) : allocated.nextSetBit(page);
        long end = next < 0 ? offset + length : Math.min(offset + length, (long) next * PAGE);
        BlockNode here = Objects.requireNonNull(node);
        return data
                ? BlockStatus.data(end - offset, offset, here)
                : BlockStatus.zero(end - offset, offset, here);
    }

    @Override
    public synchronized void truncate(long newSize) {
        log.add("truncate " + newSize);
        bytes = Arrays.copyOf(bytes, Math.toIntExact(newSize));
    }

    @Override
    public synchronized long allocatedBytes() {
        return (long) allocated.cardinality() * PAGE;
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private void grow(int end) {
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, end);
        }
    }

    private void unmap(int from, int to) {
        int first = pages(from);
        int last = to / PAGE;
        if (first < last) {
            allocated.clear(first, last);
        }
    }

    private static int pages(int end) {
        return Math.ceilDiv(end, PAGE);
    }

    private static String suffix(WriteFlags flags) {
        return flags == WriteFlags.NONE ? "" : " " + flags;
    }
}
