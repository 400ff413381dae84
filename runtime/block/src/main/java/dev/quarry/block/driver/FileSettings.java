package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

/**
 * What can be set on a file.
 *
 * @param filename a path, taken literally
 * @param locking whether other programs are told by file locks what we do
 * @param nativeAio {@code aio=native} was asked for, which needs {@code cache.direct}
 */
public record FileSettings(String filename, Locking locking, boolean nativeAio) {
    /** When to lock. */
    public enum Locking {
        /** If the file system can. */
        AUTO,
        /** Always; opening fails if the file system cannot. */
        ON,
        /** Never. */
        OFF
    }

    /** Checks the path. */
    public FileSettings {
        if (filename.isEmpty()) {
            throw BlockException.of(Errno.EINVAL, "'filename' is empty: give a path");
        }
        if (filename.indexOf('\0') >= 0) {
            throw BlockException.of(Errno.EINVAL, "'filename' contains a NUL character");
        }
    }

    /** A path with locking as the file system can. */
    public static FileSettings of(String filename) {
        return new FileSettings(filename, Locking.AUTO, false);
    }
}
