package dev.quarry.block.qcow2;

import dev.quarry.block.BlockChild;
import dev.quarry.block.WriteFlags;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * The image file as a child in the graph.
 *
 * @param child the edge {@code "file"}
 */
record ChildFile(BlockChild child) implements ImageFile {
    @Override
    public long size() {
        return child.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        child.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from) {
        child.write(offset, from, WriteFlags.NONE);
    }

    @Override
    public void discard(long offset, long bytes) {
        child.discard(offset, bytes);
    }

    @Override
    public void flush() {
        child.flush();
    }

    @Override
    public void truncate(long size) {
        child.truncate(size);
    }

    @Override
    public void step(BlkdebugEvent step) {
        child.step(step);
    }
}
