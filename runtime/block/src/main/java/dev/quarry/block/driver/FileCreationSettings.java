package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevCreateOptions;
import dev.quarry.qapi.generated.PreallocMode;

import java.util.Objects;

/**
 * A file to be made.
 *
 * @param filename a path, taken literally
 * @param size bytes, to be rounded up to whole sectors
 * @param preallocation how much of its space is taken; not by metadata, which a plain file has not
 */
record FileCreationSettings(String filename, long size, PreallocMode preallocation) {
    private static final long MAX_HINT = 0xffff_ffffL;

    /**
     * Reads what a user gave. {@code nocow} and {@code extent-size-hint} are wishes that the peer,
     * too, drops where the file system has no such thing.
     *
     * @throws BlockException naming the option that cannot be met
     */
    static FileCreationSettings of(BlockdevCreateOptions.File file) {
        Long hint = file.extentSizeHint();
        if (hint != null && (hint < 0 || hint > MAX_HINT)) {
            throw invalid("'extent-size-hint' is " + hint + ": give 0 to " + MAX_HINT + " bytes");
        }
        return new FileCreationSettings(
                file.filename(),
                file.size(),
                Objects.requireNonNullElse(file.preallocation(), PreallocMode.OFF));
    }

    FileCreationSettings {
        if (filename.indexOf('\0') >= 0) {
            throw invalid("'filename' contains a NUL character");
        }
        if (size < 0) {
            throw invalid("'size' is " + size + ": give 0 bytes or more");
        }
        if (size > BlockLimits.MAX_LENGTH) {
            throw BlockException.of(
                    Errno.EFBIG,
                    "'size' is " + size + ": at most " + BlockLimits.MAX_LENGTH + " are possible");
        }
        if (preallocation == PreallocMode.METADATA) {
            throw invalid("'preallocation' cannot be 'metadata' for a plain file");
        }
    }

    long roundedSize() {
        return (size + BlockLimits.SECTOR - 1) & -BlockLimits.SECTOR;
    }

    private static BlockException invalid(String what) {
        return BlockException.of(Errno.EINVAL, what);
    }
}
