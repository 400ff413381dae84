package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockException;
import dev.quarry.block.Permissions;
import dev.quarry.posix.Errno;
import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;

/**
 * Makes a file, or empties one that nobody uses, and gives it its size. On failure a file that was
 * not there before is removed, and one that was is left empty. Blocks; for one thread.
 */
final class FileCreation {
    private static final System.Logger LOG = System.getLogger(FileCreation.class.getName());
    private static final Access FILLING =
            new Access(
                    Permissions.WRITE.with(Permissions.RESIZE),
                    Permissions.ALL.without(Permissions.RESIZE));
    private static final Set<OpenFlag> EXISTING = EnumSet.of(OpenFlag.WRITE, OpenFlag.CREATE);
    private static final Set<OpenFlag> NEW =
            EnumSet.of(OpenFlag.WRITE, OpenFlag.CREATE, OpenFlag.EXCLUSIVE);

    /** The first block gets its space, so that direct requests can be tried out on it. */
    private static final int FIRST_BLOCK = 4096;

    private static final int PIECE = 1 << 20;
    private static final long STEP = 1L << 30;

    private final FileCreationSettings settings;
    private final Runnable pausePoint;
    private boolean isNew;

    /**
     * @param pausePoint is called now and then, and may throw to give up
     */
    FileCreation(FileCreationSettings settings, Runnable pausePoint) {
        this.settings = settings;
        this.pausePoint = pausePoint;
    }

    /**
     * Makes the file.
     *
     * @throws BlockException saying why it cannot
     */
    void run() {
        try (PosixFile file = open()) {
            boolean done = false;
            try {
                fill(file);
                done = true;
            } catch (PosixException failure) {
                throw failed(failure);
            } finally {
                if (!done && isNew) {
                    remove();
                }
            }
        }
    }

    private PosixFile open() {
        try {
            return openNew();
        } catch (PosixException failure) {
            throw cannotCreate(failure);
        }
    }

    private PosixFile openNew() {
        try {
            PosixFile file = PosixFile.open(settings.filename(), NEW);
            isNew = true;
            return file;
        } catch (PosixException failure) {
            if (failure.errno() != Errno.EEXIST) {
                throw failure;
            }
            return PosixFile.open(settings.filename(), EXISTING);
        }
    }

    private void fill(PosixFile file) {
        HostKind.FILE.requireMatch(file, settings.filename());
        if (FileLocks.areKnown(file)) {
            new FileLocks(settings.filename()).prepare(file, FILLING);
        }
        file.truncate(0);
        boolean done = false;
        try {
            resize(file);
            done = true;
        } finally {
            if (!done) {
                file.truncate(0);
            }
        }
    }

    private void resize(PosixFile file) {
        long size = settings.roundedSize();
        file.truncate(size);
        switch (settings.preallocation()) {
            case OFF -> write(file, 0, Math.min(size, FIRST_BLOCK));
            case FALLOC -> inSteps(size, file::allocate);
            case FULL -> {
                inSteps(size, (offset, bytes) -> write(file, offset, bytes));
                file.sync();
            }
            case METADATA -> throw new IllegalStateException("refused by the settings");
        }
    }

    /** Some work on a range of bytes. */
    @FunctionalInterface
    private interface Work {
        void on(long offset, long bytes);
    }

    private void inSteps(long size, Work work) {
        for (long at = 0; at < size; at += STEP) {
            pausePoint.run();
            work.on(at, Math.min(STEP, size - at));
        }
    }

    private void write(PosixFile file, long offset, long bytes) {
        ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(bytes, PIECE));
        long end = offset + bytes;
        for (long at = offset; at < end; at += zeros.limit()) {
            pausePoint.run();
            file.write(at, zeros.clear().limit((int) Math.min(PIECE, end - at)));
        }
    }

    private void remove() {
        try {
            Files.deleteIfExists(Path.of(settings.filename()));
        } catch (IOException stays) {
            LOG.log(Level.WARNING, "cannot remove what was begun: " + settings.filename(), stays);
        }
    }

    /** The system's own words where programs look for them. */
    private BlockException cannotCreate(PosixException failure) {
        String why =
                failure.errno() == Errno.ENOENT ? "No such file or directory" : failure.reason();
        return BlockException.of(
                failure.errno(), "Could not create '" + settings.filename() + "': " + why, failure);
    }

    private BlockException failed(PosixException failure) {
        return BlockException.of(
                failure.errno(),
                "Cannot give '%s' a size of %d bytes: %s"
                        .formatted(settings.filename(), settings.roundedSize(), failure.reason()),
                failure);
    }
}
