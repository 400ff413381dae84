package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/** Passes everything on and counts it. One thread. */
final class CountingFile implements ImageFile {
    private final ImageFile file;
    private long writes;
    private long bytes;
    private long flushes;
    private long discards;

    CountingFile(ImageFile file) {
        this.file = file;
    }

    long writes() {
        return writes;
    }

    long bytes() {
        return bytes;
    }

    long flushes() {
        return flushes;
    }

    long discards() {
        return discards;
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        file.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from) {
        writes++;
        bytes += from.remaining();
        file.write(offset, from);
    }

    @Override
    public void discard(long offset, long length) {
        discards++;
        file.discard(offset, length);
    }

    @Override
    public void flush() {
        flushes++;
        file.flush();
    }

    @Override
    public void truncate(long size) {
        file.truncate(size);
    }
}
