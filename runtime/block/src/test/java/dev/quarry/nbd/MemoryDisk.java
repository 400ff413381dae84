package dev.quarry.nbd;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;

/** A small real disk: an array, and for each block of 4 KiB whether it is a hole. */
class MemoryDisk implements NbdDisk {
    private static final int BLOCK = 4096;

    private final byte[] bytes;
    private final BitSet data = new BitSet();
    private int flushes;
    private int fuaWrites;

    MemoryDisk(int size) {
        bytes = new byte[size];
    }

    synchronized byte[] snapshot() {
        return bytes.clone();
    }

    synchronized int flushes() {
        return flushes;
    }

    synchronized int fuaWrites() {
        return fuaWrites;
    }

    @Override
    public long size() {
        return bytes.length;
    }

    @Override
    public int minimumBlock() {
        return 1;
    }

    @Override
    public synchronized void read(long offset, ByteBuffer into) {
        into.put(bytes, (int) offset, into.remaining());
    }

    @Override
    public synchronized void write(long offset, ByteBuffer from, boolean fua) {
        int length = from.remaining();
        from.get(bytes, (int) offset, length);
        if (length > 0) {
            data.set((int) offset / BLOCK, (int) (offset + length - 1) / BLOCK + 1);
        }
        fuaWrites += fua ? 1 : 0;
    }

    @Override
    public synchronized void writeZeroes(
            long offset, long length, boolean mayUnmap, boolean fast, boolean fua) {
        int end = (int) (offset + length);
        Arrays.fill(bytes, (int) offset, end, (byte) 0);
        if (mayUnmap) {
            punch((int) offset, end);
        }
        fuaWrites += fua ? 1 : 0;
    }

    private void punch(int start, int end) {
        int first = (start + BLOCK - 1) / BLOCK;
        int last = end / BLOCK;
        if (first < last) {
            data.clear(first, last);
        }
    }

    @Override
    public synchronized void trim(long offset, long length) {
        writeZeroes(offset, length, true, false, false);
    }

    @Override
    public synchronized void flush() {
        flushes++;
    }

    @Override
    public synchronized NbdExtent extent(long offset, long length) {
        boolean isData = data.get((int) offset / BLOCK);
        long end = offset - offset % BLOCK + BLOCK;
        while (end < offset + length && data.get((int) (end / BLOCK)) == isData) {
            end += BLOCK;
        }
        return NbdExtent.allocation(Math.min(end - offset, length), !isData, !isData);
    }

    @Override
    public synchronized NbdExtent depth(long offset, long length) {
        NbdExtent extent = extent(offset, length);
        return new NbdExtent(extent.bytes(), extent.isHole() ? 0 : 1);
    }
}
