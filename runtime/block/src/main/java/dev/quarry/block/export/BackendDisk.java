package dev.quarry.block.export;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.WriteFlags;
import dev.quarry.nbd.NbdDisk;
import dev.quarry.nbd.NbdError;
import dev.quarry.nbd.NbdException;
import dev.quarry.nbd.NbdExtent;

import java.nio.ByteBuffer;
import java.util.function.Supplier;

/** A node's backend as a disk that NBD clients use. */
final class BackendDisk implements NbdDisk {
    private final BlockBackend backend;
    private final boolean writethrough;

    /**
     * @param writethrough every write is on stable storage before it is answered
     */
    BackendDisk(BlockBackend backend, boolean writethrough) {
        this.backend = backend;
        this.writethrough = writethrough;
    }

    @Override
    public long size() {
        return backend.size();
    }

    @Override
    public int minimumBlock() {
        return backend.node().driver().limits().requestAlignment();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        attempt(() -> backend.read(offset, into));
    }

    @Override
    public void write(long offset, ByteBuffer from, boolean fua) {
        attempt(() -> backend.write(offset, from, flags(fua)));
    }

    @Override
    public void writeZeroes(long offset, long bytes, boolean mayUnmap, boolean fast, boolean fua) {
        WriteFlags flags = flags(fua);
        flags = mayUnmap ? flags.with(WriteFlags.MAY_UNMAP) : flags;
        WriteFlags all = fast ? flags.with(WriteFlags.NO_FALLBACK) : flags;
        attempt(() -> backend.writeZeroes(offset, bytes, all));
    }

    @Override
    public void trim(long offset, long bytes) {
        attempt(() -> backend.discard(offset, bytes));
    }

    @Override
    public void flush() {
        attempt(backend::flush);
    }

    @Override
    public NbdExtent extent(long offset, long bytes) {
        BlockStatus status = status(offset, bytes);
        long length = Math.min(status.bytes(), bytes);
        return NbdExtent.allocation(length, !status.isData(), status.isZero());
    }

    @Override
    public NbdExtent depth(long offset, long bytes) {
        BlockStatus status = status(offset, bytes);
        long length = Math.min(status.bytes(), bytes);
        return new NbdExtent(length, status.isAllocated() ? status.depth() : 0);
    }

    private BlockStatus status(long offset, long bytes) {
        return answer(() -> backend.blockStatus(offset, bytes, true));
    }

    private WriteFlags flags(boolean fua) {
        return fua || writethrough ? WriteFlags.FUA : WriteFlags.NONE;
    }

    private static void attempt(Runnable work) {
        answer(() -> {
            work.run();
            return true;
        });
    }

    /** The one place where the block layer's errors become those of NBD. */
    private static <T> T answer(Supplier<T> work) {
        try {
            return work.get();
        } catch (BlockException e) {
            throw new NbdException(NbdError.ofErrno(e.errno().value()), e.getMessage(), e);
        }
    }
}
