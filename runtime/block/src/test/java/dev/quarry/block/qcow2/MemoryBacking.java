package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/** A backing file in memory. */
final class MemoryBacking implements BackingFile {
    private final byte[] content;

    /** Shows the array. */
    MemoryBacking(byte[] content) {
        this.content = content;
    }

    @Override
    public long size() {
        return content.length;
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        into.put(content, (int) offset, into.remaining());
    }

    @Override
    public boolean readsAsZeros(long offset, long bytes) {
        for (long i = offset; i < offset + bytes; i++) {
            if (content[(int) i] != 0) {
                return false;
            }
        }
        return true;
    }
}
