package dev.quarry.block;

import java.nio.ByteBuffer;

/** A filter that changes nothing. */
class PassThrough implements BlockDriver {
    private final BlockChild file;

    PassThrough(BlockChild file) {
        this.file = file;
    }

    @Override
    public String name() {
        return "filter";
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public boolean isFilter() {
        return true;
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
    public void close() {}
}
