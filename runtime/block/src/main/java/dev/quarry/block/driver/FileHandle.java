package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.NodeOptions;
import dev.quarry.block.Permissions;
import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.Set;

/**
 * The descriptor of a file node with its locks, and how both follow what the node's users do and
 * what its options are.
 *
 * <p>Preparing, committing and aborting run on the main loop; requests use {@link #file()}
 * meanwhile, which stays the same object.
 */
final class FileHandle {
    private static final Permissions CHANGING =
            Permissions.WRITE.with(Permissions.WRITE_UNCHANGED).with(Permissions.RESIZE);

    private final PosixFile file;
    private final String filename;
    private final BlockNode node;
    private final @Nullable FileLocks locks;

    /** How the descriptor is open now. */
    private Mode mode;

    /** The descriptor to take over on commit, and how it is open. */
    private @Nullable PosixFile pending;

    private Mode pendingMode;

    private FileHandle(
            PosixFile file, String filename, BlockNode node, @Nullable FileLocks locks, Mode mode) {
        this.file = file;
        this.filename = filename;
        this.node = node;
        this.locks = locks;
        this.mode = mode;
        this.pendingMode = mode;
    }

    /** How a descriptor is open. */
    private record Mode(Set<OpenFlag> flags, DirectAlignment alignment) {
        static Mode of(PosixFile file, Set<OpenFlag> flags) {
            boolean direct = flags.contains(OpenFlag.DIRECT);
            return new Mode(flags, direct ? DirectAlignment.of(file) : DirectAlignment.NONE);
        }
    }

    static FileHandle open(BlockNode node, HostKind kind, FileSettings settings) {
        Set<OpenFlag> flags = flags(node.options(), false);
        try {
            PosixFile file = PosixFile.open(settings.filename(), flags);
            return checked(file, node, kind, settings, flags);
        } catch (PosixException failure) {
            throw cannotOpen(settings.filename(), failure);
        }
    }

    private static FileHandle checked(
            PosixFile file,
            BlockNode node,
            HostKind kind,
            FileSettings settings,
            Set<OpenFlag> flags) {
        try {
            kind.requireMatch(file, settings.filename());
            FileLocks locks = locksFor(file, node.options(), settings);
            return new FileHandle(file, settings.filename(), node, locks, Mode.of(file, flags));
        } catch (BlockException | PosixException failure) {
            file.close();
            throw failure;
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

    /**
     * @param changing whether somebody is to write
     */
    private static Set<OpenFlag> flags(NodeOptions options, boolean changing) {
        Set<OpenFlag> flags = EnumSet.noneOf(OpenFlag.class);
        if (!options.readOnly() && (changing || !options.autoReadOnly())) {
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

    /** What requests have to keep to at present. */
    DirectAlignment alignment() {
        return mode.alignment;
    }

    /** Gets locks and, if options or users ask for one, another kind of descriptor. */
    void prepare(Access access) {
        if (locks != null) {
            locks.prepare(file, access);
        }
        try {
            prepareDescriptor(flags(node.options(), access.used().hasAny(CHANGING)));
        } catch (BlockException refused) {
            if (locks != null) {
                locks.abort(file);
            }
            throw refused;
        }
    }

    private void prepareDescriptor(Set<OpenFlag> flags) {
        if (flags.equals(mode.flags)) {
            return;
        }
        try {
            PosixFile opened = withLocks(file.reopen(flags));
            pendingMode = Mode.of(opened, flags);
            pending = opened;
        } catch (PosixException failure) {
            if (!isEnough(flags)) {
                throw cannotOpen(filename, failure);
            }
        }
    }

    /** What can write can read as well. */
    private boolean isEnough(Set<OpenFlag> flags) {
        Set<OpenFlag> present = EnumSet.copyOf(mode.flags);
        present.remove(OpenFlag.WRITE);
        return present.equals(flags);
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

    /** Returns whether the alignment has changed. */
    boolean commit() {
        DirectAlignment before = mode.alignment;
        PosixFile next = pending;
        if (next != null) {
            file.replaceBy(next);
            pending = null;
            mode = pendingMode;
        }
        if (locks != null) {
            locks.commit(file);
        }
        return !before.equals(mode.alignment);
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
