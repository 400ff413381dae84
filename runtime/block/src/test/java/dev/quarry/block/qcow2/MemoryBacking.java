package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * A backing file in memory.
 *
 * @param content what shows through
 */
record MemoryBacking(byte[] content) implements BackingFile {
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
