package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import java.nio.ByteBuffer;
import java.util.Random;

/** A file in memory that fails now and then, sometimes after half of a write. One thread. */
final class FaultyFile extends MemoryFile {
    private final Random random;
    private int oneIn;

    FaultyFile(byte[] content, Random random) {
        super(content);
        this.random = random;
    }

    /** Fails one operation in so many; 0 never. */
    void failOneIn(int many) {
        oneIn = many;
    }

    @Override
    public synchronized void write(long offset, ByteBuffer from) {
        if (fails()) {
            super.write(offset, from.slice(from.position(), from.remaining() / 2));
            throw failure();
        }
        super.write(offset, from);
    }

    @Override
    public synchronized void read(long offset, ByteBuffer into) {
        if (fails()) {
            throw failure();
        }
        super.read(offset, into);
    }

    @Override
    public synchronized void discard(long offset, long length) {
        if (fails()) {
            throw failure();
        }
        super.discard(offset, length);
    }

    @Override
    public synchronized void flush() {
        if (fails()) {
            throw failure();
        }
        super.flush();
    }

    private boolean fails() {
        return oneIn > 0 && random.nextInt(oneIn) == 0;
    }

    private static BlockException failure() {
        return BlockException.of(Errno.EIO, "the file failed, as it was told to");
    }
}
