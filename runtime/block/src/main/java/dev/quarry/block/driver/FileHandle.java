package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockException;
import dev.quarry.block.NodeOptions;
import dev.quarry.block.Permissions;
import dev.quarry.posix.Errno;
import dev.quarry.posix.FileStatus;
import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.Set;

/**
 * The descriptor of a file node with its locks, and how both follow what the node's users do.
 *
 * <p>Preparing, committing and aborting run on the main loop; requests use {@link #file()}
 * meanwhile, which stays the same object.
 */
final class FileHandle {
    private static final Permissions CHANGING =
            Permissions.WRITE.with(Permissions.WRITE_UNCHANGED).with(Permissions.RESIZE);

    private final PosixFile file;
    private final String filename;
    private final NodeOptions options;
    private final @Nullable FileLocks locks;

    /** Whether the descriptor can write now. */
    private boolean writable;

    /** The descriptor to take over on commit. */
    private @Nullable PosixFile pending;

    private FileHandle(
            PosixFile file, String filename, NodeOptions options, @Nullable FileLocks locks) {
        this.file = file;
        this.filename = filename;
        this.options = options;
        this.locks = locks;
        this.writable = !options.readOnly() && !options.autoReadOnly();
    }

    static FileHandle open(NodeOptions options, FileSettings settings) {
        boolean write = !options.readOnly() && !options.autoReadOnly();
        try {
            PosixFile file = PosixFile.open(settings.filename(), flags(options, write));
            return checked(file, options, settings);
        } catch (PosixException failure) {
            throw cannotOpen(settings.filename(), failure);
        }
    }

    private static FileHandle checked(PosixFile file, NodeOptions options, FileSettings settings) {
        try {
            requireRegular(file, settings.filename());
            FileLocks locks = locksFor(file, options, settings);
            return new FileHandle(file, settings.filename(), options, locks);
        } catch (BlockException | PosixException failure) {
            file.close();
            throw failure;
        }
    }

    private static void requireRegular(PosixFile file, String filename) {
        FileStatus.Type type = file.status().type();
        if (type != FileStatus.Type.REGULAR) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Cannot open '"
                            + filename
                            + "': driver 'file' needs a regular file, this is "
                            + type.words());
        }
    }

    private static @Nullable FileLocks locksFor(
            PosixFile file, NodeOptions options, FileSettings settings) {
        if (options.forceShare() || settings.locking() == FileSettings.Locking.OFF) {
            return null;
        }
        if (FileLocks.areKnown(file)) {
            return new FileLocks(settings.filename());
        }
        if (settings.locking() == FileSettings.Locking.ON) {
            throw BlockException.notSupported(
                    "The file system of '"
                            + settings.filename()
                            + "' has no locks of open files: set 'locking' to 'auto' or 'off'");
        }
        return null;
    }

    private static Set<OpenFlag> flags(NodeOptions options, boolean write) {
        Set<OpenFlag> flags = EnumSet.noneOf(OpenFlag.class);
        if (write) {
            flags.add(OpenFlag.WRITE);
        }
        if (options.cacheDirect()) {
            flags.add(OpenFlag.DIRECT);
        }
        return flags;
    }

    PosixFile file() {
        return file;
    }

    /** Gets locks and, with {@code auto-read-only}, the other kind of descriptor. */
    void prepare(Access access) {
        if (locks != null) {
            locks.prepare(file, access);
        }
        try {
            pending = otherDescriptor(access.used().hasAny(CHANGING));
        } catch (BlockException refused) {
            if (locks != null) {
                locks.abort(file);
            }
            throw refused;
        }
    }

    /** A descriptor that can, or cannot, write; null if the present one is right. */
    private @Nullable PosixFile otherDescriptor(boolean write) {
        if (!options.autoReadOnly() || options.readOnly() || write == writable) {
            return null;
        }
        try {
            return withLocks(file.reopen(flags(options, write)));
        } catch (PosixException failure) {
            if (write) {
                throw cannotOpen(filename, failure);
            }
            return null; // what can write can read as well
        }
    }

    private PosixFile withLocks(PosixFile opened) {
        try {
            if (locks != null) {
                locks.copyTo(opened);
            }
            return opened;
        } catch (PosixException failure) {
            opened.close();
            throw failure;
        }
    }

    void commit() {
        PosixFile next = pending;
        if (next != null) {
            file.replaceBy(next);
            pending = null;
            writable = !writable;
        }
        if (locks != null) {
            locks.commit(file);
        }
    }

    void abort() {
        PosixFile next = pending;
        if (next != null) {
            next.close();
            pending = null;
        }
        if (locks != null) {
            locks.abort(file);
        }
    }

    void close() {
        file.close();
    }

    static BlockException cannotOpen(String filename, PosixException failure) {
        return BlockException.of(
                failure.errno(), "Cannot open '" + filename + "': " + failure.reason(), failure);
    }
}
