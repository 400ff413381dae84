package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.MAY_UNMAP;

import dev.quarry.block.BlockException;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroObstacle;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.PosixFile;

/**
 * A file of a file system. Zeros without data come by what the file system has: zero ranges, holes,
 * or space past the end.
 *
 * <p>What it lacks for good is remembered per node; a range it merely cannot do now is tried the
 * next way. When no way is left the answer is {@code ENOTSUP}, and data is written.
 */
final class RegularFile implements HostMedium {
    private final PosixFile file;
    private volatile boolean lacksZeroRange;
    private volatile boolean lacksHoles;
    private volatile boolean lacksAllocation;

    RegularFile(PosixFile file) {
        this.file = file;
    }

    @Override
    public long size() {
        return file.status().size();
    }

    @Override
    public boolean tellsExtents() {
        return true;
    }

    @Override
    public boolean zero(long offset, long bytes, WriteFlags flags, boolean pastEnd) {
        if (flags.has(MAY_UNMAP) && punched(offset, bytes)) {
            return true;
        }
        boolean done = zeroed(offset, bytes);
        done = done || (punched(offset, bytes) && allocated(offset, bytes));
        done = done || (pastEnd && allocated(offset, bytes));
        if (!done) {
            throw BlockException.notSupported("The file system has no zero write");
        }
        return false;
    }

    @Override
    public boolean isLacking() {
        return lacksZeroRange && (lacksHoles || lacksAllocation);
    }

    @Override
    public ZeroPlan plan(boolean mayUnmap) {
        if (mayUnmap && !lacksHoles) {
            return ZeroPlan.here(
                    ZeroPlan.Action.PUNCH, "The space is given back to the host's file system.");
        }
        if (isLacking()) {
            return ZeroPlan.here(
                    ZeroPlan.Action.WRITE_DATA,
                    "Zeros are written as data: " + ZeroObstacle.HOST.words() + ".");
        }
        return ZeroPlan.here(
                ZeroPlan.Action.ZERO_RANGE,
                "The host's file system makes the range zero; its space stays allocated.");
    }

    @Override
    public void discard(long offset, long bytes) {
        if (!punched(offset, bytes)) {
            throw BlockException.notSupported("The file system has no holes");
        }
    }

    @Override
    public long resize(long newSize) {
        file.truncate(newSize);
        return newSize;
    }

    private boolean zeroed(long offset, long bytes) {
        if (lacksZeroRange) {
            return false;
        }
        HostCall outcome = HostCall.attempt(() -> file.zeroRange(offset, bytes));
        if (outcome == HostCall.LACKING) {
            lacksZeroRange = true;
        }
        return outcome == HostCall.DONE;
    }

    private boolean punched(long offset, long bytes) {
        if (lacksHoles) {
            return false;
        }
        HostCall outcome = HostCall.attempt(() -> file.punchHole(offset, bytes));
        if (outcome == HostCall.LACKING) {
            lacksHoles = true;
        }
        return outcome == HostCall.DONE;
    }

    private boolean allocated(long offset, long bytes) {
        if (lacksAllocation) {
            return false;
        }
        HostCall outcome = HostCall.attempt(() -> file.allocate(offset, bytes));
        if (outcome == HostCall.LACKING) {
            lacksAllocation = true;
        }
        return outcome == HostCall.DONE;
    }
}
