package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.BlockException;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroObstacle;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixFile;

/**
 * A disk of the host. Its zeros and its space are whole blocks of the device; its size is the
 * host's affair.
 *
 * <p>A hole is punched only where the device makes zeros of it by itself. Without {@code MAY_UNMAP}
 * the kernel zeroes the range, by writing if the device has nothing better, and nobody can know
 * which: so such a request with {@code NO_FALLBACK} is refused.
 */
final class HostDevice implements HostMedium {
    private final PosixFile device;
    private volatile boolean lacksZeroRange;
    private volatile boolean lacksHoles;
    private volatile boolean lacksDiscard;

    HostDevice(PosixFile device) {
        this.device = device;
    }

    @Override
    public long size() {
        return device.seekEnd();
    }

    @Override
    public boolean tellsExtents() {
        return false;
    }

    @Override
    public boolean zero(long offset, long bytes, WriteFlags flags, boolean pastEnd) {
        if (flags.has(MAY_UNMAP) && punched(offset, bytes)) {
            return true;
        }
        if (flags.has(NO_FALLBACK) || !zeroed(offset, bytes)) {
            throw BlockException.notSupported("The device has no quick zero write for this range");
        }
        return false;
    }

    private boolean punched(long offset, long bytes) {
        if (lacksHoles) {
            return false;
        }
        HostCall outcome = HostCall.attempt(() -> device.punchHole(offset, bytes));
        lacksHoles |= outcome == HostCall.LACKING;
        return outcome == HostCall.DONE;
    }

    private boolean zeroed(long offset, long bytes) {
        if (lacksZeroRange) {
            return false;
        }
        HostCall outcome = HostCall.attempt(() -> device.zeroRange(offset, bytes));
        lacksZeroRange |= outcome == HostCall.LACKING;
        return outcome == HostCall.DONE;
    }

    /** Parts of blocks stay: a discard promises nothing. */
    @Override
    public void discard(long offset, long bytes) {
        int block = lacksDiscard ? 0 : device.deviceBlockSize();
        if (block == 0) {
            throw BlockException.notSupported("The device has no discard");
        }
        long start = Math.ceilDiv(offset, block) * block;
        long end = Math.floorDiv(offset + bytes, block) * block;
        if (start < end && !discarded(start, end - start)) {
            throw BlockException.notSupported("The device has no discard");
        }
    }

    private boolean discarded(long offset, long bytes) {
        HostCall outcome = HostCall.attempt(() -> device.discardBlocks(offset, bytes));
        lacksDiscard |= outcome == HostCall.LACKING;
        return outcome == HostCall.DONE;
    }

    /** The device stays as long as it is: a user of less of it may be told so. */
    @Override
    public long resize(long newSize) {
        long size = size();
        if (newSize > size) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "A device cannot be made longer: it has "
                            + size
                            + " bytes, and "
                            + newSize
                            + " are wanted");
        }
        return size;
    }

    @Override
    public boolean isLacking() {
        return lacksZeroRange;
    }

    @Override
    public ZeroPlan plan(boolean mayUnmap) {
        if (mayUnmap && !lacksHoles) {
            return ZeroPlan.here(ZeroPlan.Action.PUNCH, "The device gives the space up.");
        }
        if (isLacking()) {
            return ZeroPlan.here(
                    ZeroPlan.Action.WRITE_DATA,
                    "Zeros are written as data: " + ZeroObstacle.HOST.words() + ".");
        }
        return ZeroPlan.here(
                ZeroPlan.Action.ZERO_RANGE, "The host makes the range of the device zero.");
    }
}
