package dev.quarry.block.qcow2;

import dev.quarry.block.BlockChild;

import java.nio.ByteBuffer;

/**
 * The backing file as a child in the graph.
 *
 * @param child the edge {@code "backing"}
 */
record ChildBacking(BlockChild child) implements BackingFile {
    @Override
    public long size() {
        return child.size();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        child.read(offset, into);
    }

    @Override
    public boolean readsAsZeros(long offset, long bytes) {
        return child.readsAsZeros(offset, bytes);
    }
}
