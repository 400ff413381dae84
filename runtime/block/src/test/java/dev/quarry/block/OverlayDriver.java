package dev.quarry.block;

import java.nio.ByteBuffer;
import java.util.BitSet;

/** A small overlay for tests: pages of 4 KiB that are its own, the rest is the backing file's. */
final class OverlayDriver implements BlockDriver {
    private static final int PAGE = 4096;

    private final BlockNode node;
    private final int size;
    private final byte[] own;
    private final BitSet data = new BitSet();
    private final BitSet zeros = new BitSet();

    OverlayDriver(OpenContext context, int size) {
        this.node = context.node();
        this.size = size;
        this.own = new byte[size];
    }

    @Override
    public String name() {
        return "overlay";
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public BlockLimits limits() {
        return BlockLimits.BYTES.withRequestAlignment(PAGE, 1);
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        while (into.hasRemaining()) {
            int page = (int) (offset / PAGE);
            BlockChild backing = node.backing();
            if (data.get(page) || zeros.get(page) || backing == null) {
                into.put(own, page * PAGE, PAGE);
            } else {
                backing.read(offset, into.slice(into.position(), PAGE));
                into.position(into.position() + PAGE);
            }
            offset += PAGE;
        }
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        data.set((int) offset / PAGE, (int) (offset + from.remaining()) / PAGE);
        from.get(own, (int) offset, from.remaining());
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        zeros.set((int) offset / PAGE, (int) (offset + bytes) / PAGE);
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        int page = (int) (offset / PAGE);
        if (data.get(page)) {
            return BlockStatus.data(PAGE);
        }
        return zeros.get(page) ? BlockStatus.zero(PAGE) : BlockStatus.unallocated(PAGE);
    }

    @Override
    public boolean supportsBacking() {
        return true;
    }

    @Override
    public void close() {}
}
