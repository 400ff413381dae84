package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;
import dev.quarry.posix.FileStatus;
import dev.quarry.posix.PosixFile;

/** What a path of the host is taken for. */
enum HostKind {
    /** Of a file system. */
    FILE("file", "a regular file") {
        @Override
        boolean takes(FileStatus.Type type) {
            return type == FileStatus.Type.REGULAR;
        }

        @Override
        HostMedium medium(PosixFile file) {
            return new RegularFile(file);
        }
    },
    /** A disk; other devices are taken too, though they have no size. */
    DEVICE("host_device", "a device") {
        @Override
        boolean takes(FileStatus.Type type) {
            return type == FileStatus.Type.BLOCK_DEVICE || type == FileStatus.Type.CHARACTER_DEVICE;
        }

        @Override
        HostMedium medium(PosixFile file) {
            return new HostDevice(file);
        }
    };

    private final String driver;
    private final String words;

    HostKind(String driver, String words) {
        this.driver = driver;
        this.words = words;
    }

    /** The wire name of the driver for it. */
    String driver() {
        return driver;
    }

    abstract boolean takes(FileStatus.Type type);

    abstract HostMedium medium(PosixFile file);

    /** Refuses what is of another kind. */
    void requireMatch(PosixFile file, String filename) {
        FileStatus.Type type = file.status().type();
        if (!takes(type)) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Cannot open '%s': driver '%s' needs %s, this is %s"
                            .formatted(filename, driver, words, type.words()));
        }
    }
}
