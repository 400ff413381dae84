package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** An image file in memory. Flushing does nothing. Thread-safe. */
class MemoryFile implements ImageFile {
    private static final long LIMIT = 128L << 20;

    private byte[] bytes = new byte[1 << 16];
    private int size;

    MemoryFile() {}

    MemoryFile(byte[] content) {
        bytes = content.clone();
        size = content.length;
    }

    @Override
    public synchronized long size() {
        return size;
    }

    @Override
    public synchronized void read(long offset, ByteBuffer into) {
        int inside = (int) Math.clamp(size - offset, 0L, (long) into.remaining());
        into.put(bytes, (int) Math.min(offset, size), inside);
        DataReader.fillZero(into);
    }

    @Override
    public synchronized void write(long offset, ByteBuffer from) {
        if (offset + from.remaining() > LIMIT) {
            throw BlockException.of(Errno.EFBIG, "the file in memory is full");
        }
        grow((int) offset + from.remaining());
        from.get(bytes, (int) offset, from.remaining());
    }

    @Override
    public synchronized void discard(long offset, long length) {
        int to = (int) Math.min(size, offset + length);
        if (offset < to) {
            Arrays.fill(bytes, (int) offset, to, (byte) 0);
        }
    }

    @Override
    public synchronized void flush() {}

    @Override
    public synchronized void truncate(long length) {
        if (length > size) {
            grow(Math.toIntExact(length));
        } else {
            Arrays.fill(bytes, (int) length, size, (byte) 0);
            size = (int) length;
        }
    }

    synchronized byte[] content() {
        return Arrays.copyOf(bytes, size);
    }

    private void grow(int end) {
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
        }
        size = Math.max(size, end);
    }
}
