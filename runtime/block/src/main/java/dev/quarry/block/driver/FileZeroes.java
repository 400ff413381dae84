package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.ZeroObstacle;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import java.util.EnumSet;
import java.util.Set;

/**
 * Zeros without data, by what the file system has: zero ranges, holes, or space past the end.
 *
 * <p>What it lacks for good is remembered per node; a range it merely cannot do now is tried the
 * next way. When no way is left the answer is {@code ENOTSUP}, and data is written.
 */
final class FileZeroes {
    private static final Set<Errno> LACKING =
            EnumSet.of(Errno.ENOTSUP, Errno.ENOSYS, Errno.ENODEV, Errno.ENOTTY);
    private static final Set<Errno> NOT_THIS_RANGE = EnumSet.of(Errno.EINVAL, Errno.EBUSY);

    private final PosixFile file;
    private volatile boolean lacksZeroRange;
    private volatile boolean lacksHoles;
    private volatile boolean lacksAllocation;

    FileZeroes(PosixFile file) {
        this.file = file;
    }

    /**
     * Makes a range zero.
     *
     * @param unmap give the space back if that is possible
     * @param pastEnd the whole range lies past the end of the file
     * @return whether the space was given back
     * @throws BlockException {@code ENOTSUP} if there is no way
     */
    boolean write(long offset, long bytes, boolean unmap, boolean pastEnd) {
        if (unmap && punched(offset, bytes)) {
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

    /** Whether the file system has been found to have no way. */
    boolean isLacking() {
        return lacksZeroRange && (lacksHoles || lacksAllocation);
    }

    /** What {@link #write} would do, as far as is known yet. */
    ZeroPlan plan(boolean unmap) {
        if (unmap && !lacksHoles) {
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

    /** Makes a range a hole. */
    void discard(long offset, long bytes) {
        if (!punched(offset, bytes)) {
            throw BlockException.notSupported("The file system has no holes");
        }
    }

    private boolean zeroed(long offset, long bytes) {
        if (lacksZeroRange) {
            return false;
        }
        Outcome outcome = attempt(() -> file.zeroRange(offset, bytes));
        if (outcome == Outcome.LACKING) {
            lacksZeroRange = true;
        }
        return outcome == Outcome.DONE;
    }

    private boolean punched(long offset, long bytes) {
        if (lacksHoles) {
            return false;
        }
        Outcome outcome = attempt(() -> file.punchHole(offset, bytes));
        if (outcome == Outcome.LACKING) {
            lacksHoles = true;
        }
        return outcome == Outcome.DONE;
    }

    private boolean allocated(long offset, long bytes) {
        if (lacksAllocation) {
            return false;
        }
        Outcome outcome = attempt(() -> file.allocate(offset, bytes));
        if (outcome == Outcome.LACKING) {
            lacksAllocation = true;
        }
        return outcome == Outcome.DONE;
    }

    private static Outcome attempt(Runnable call) {
        try {
            call.run();
            return Outcome.DONE;
        } catch (PosixException failure) {
            if (LACKING.contains(failure.errno())) {
                return Outcome.LACKING;
            }
            if (NOT_THIS_RANGE.contains(failure.errno())) {
                return Outcome.NOT_NOW;
            }
            throw failure;
        }
    }

    /** What became of one way. */
    private enum Outcome {
        DONE,
        NOT_NOW,
        LACKING
    }
}
