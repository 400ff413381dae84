package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

/** The ways this package says no: one factory a kind, so that errno and wording stay uniform. */
final class Refusal {
    private Refusal() {}

    /** The bytes are no image this format allows. */
    static BlockException invalid(String what) {
        return BlockException.of(Errno.EINVAL, "The qcow2 image is invalid: " + what);
    }

    /** The image is valid and uses something that is not done here. */
    static BlockException unsupported(String what) {
        return BlockException.notSupported("The qcow2 image uses " + what);
    }

    /** The image may be read but not written. */
    static BlockException readOnly(String why) {
        return BlockException.of(
                Errno.EACCES,
                "The qcow2 image cannot be opened for writing: " + why + "; open it read-only");
    }

    /** Structures contradict themselves; found while in use. */
    static BlockException corrupt(String what) {
        return BlockException.of(Errno.EIO, "The qcow2 image is corrupt: " + what);
    }

    /** The format has no room for more. */
    static BlockException tooLarge(String what) {
        return BlockException.of(Errno.EFBIG, what);
    }
}
