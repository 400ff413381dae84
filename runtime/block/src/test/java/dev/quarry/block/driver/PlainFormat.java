package dev.quarry.block.driver;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.WriteFlags;

import java.nio.ByteBuffer;

/** A format without anything of its own. */
final class PlainFormat implements BlockDriver {
    private final BlockChild file;

    PlainFormat(BlockChild file) {
        this.file = file;
    }

    @Override
    public String name() {
        return "format";
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
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        file.write(offset, from, flags);
    }

    @Override
    public void close() {
        file.flush();
    }
}
