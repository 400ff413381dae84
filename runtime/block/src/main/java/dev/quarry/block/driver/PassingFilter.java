package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.COMPRESSED;
import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/** A filter that passes everything on to its child {@code "file"}, unless a subclass does more. */
abstract class PassingFilter implements BlockDriver {
    static final String FILE = "file";

    private final BlockChild file;

    PassingFilter(BlockChild file) {
        this.file = file;
    }

    final BlockChild file() {
        return file;
    }

    @Override
    public long size() {
        return file.node().driver().size();
    }

    @Override
    public BlockLimits limits() {
        BlockLimits below = file.node().driver().limits();
        return BlockLimits.BYTES.withFlags(
                below.writeFlags().and(FUA.with(COMPRESSED)),
                below.zeroFlags().and(FUA.with(MAY_UNMAP).with(NO_FALLBACK)));
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
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        file.writeZeroes(offset, bytes, flags);
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        return ZeroPlan.passed(ZeroPlan.Action.PASS_ON, "The zero write is handed on.", file);
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        file.discard(offset, bytes);
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return BlockStatus.raw(bytes, offset, file.node());
    }

    @Override
    public void truncate(long newSize) {
        file.truncate(newSize);
    }

    @Override
    public boolean isFilter() {
        return true;
    }

    @Override
    public @Nullable DriverInfo info() {
        return file.node().driver().info();
    }
}
