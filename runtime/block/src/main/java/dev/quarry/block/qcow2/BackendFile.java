package dev.quarry.block.qcow2;

import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NONE;

import dev.quarry.block.BlockBackend;

import java.nio.ByteBuffer;

/**
 * The image file as a node that a job or a library call uses, with no format above it.
 *
 * @param backend what it takes of the node decides what is possible
 */
record BackendFile(BlockBackend backend) implements ImageFile {
    @Override
    public long size() {
        return backend.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        backend.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from) {
        backend.write(offset, from, NONE);
    }

    @Override
    public void discard(long offset, long bytes) {
        backend.discard(offset, bytes);
    }

    @Override
    public void clear(long offset, long bytes) {
        backend.writeZeroes(offset, bytes, MAY_UNMAP);
    }

    @Override
    public void reserve(long offset, long bytes) {
        backend.writeZeroes(offset, bytes, NONE);
    }

    @Override
    public void flush() {
        backend.flush();
    }

    @Override
    public void truncate(long size) {
        backend.truncate(size);
    }
}
