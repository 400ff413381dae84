package dev.quarry.block.driver;

import dev.quarry.posix.Errno;
import dev.quarry.posix.PosixException;

import java.util.EnumSet;
import java.util.Set;

/** What became of a call that not every file system and device has. */
enum HostCall {
    DONE,
    /** Not for this range, or not now. */
    NOT_NOW,
    /** Never here. */
    LACKING;

    private static final Set<Errno> NEVER =
            EnumSet.of(Errno.ENOTSUP, Errno.ENOSYS, Errno.ENODEV, Errno.ENOTTY);
    private static final Set<Errno> NOT_THIS_RANGE = EnumSet.of(Errno.EINVAL, Errno.EBUSY);

    /** Makes the call; other failures are thrown. */
    static HostCall attempt(Runnable call) {
        try {
            call.run();
            return DONE;
        } catch (PosixException failure) {
            if (NEVER.contains(failure.errno())) {
                return LACKING;
            }
            if (NOT_THIS_RANGE.contains(failure.errno())) {
                return NOT_NOW;
            }
            throw failure;
        }
    }
}
