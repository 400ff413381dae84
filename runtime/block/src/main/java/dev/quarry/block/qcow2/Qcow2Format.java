package dev.quarry.block.qcow2;

import dev.quarry.block.BlockBackend;

import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes new qcow2 images, and checks those that are there. Blocks; any thread may call. */
public final class Qcow2Format {
    private Qcow2Format() {}

    /**
     * Creates an image in a new file. It reads as zeros, or as its backing file, which need not
     * exist yet.
     *
     * @throws dev.quarry.block.BlockException {@code EEXIST} if the file exists, {@code EFBIG} if
     *     the size is too large for the cluster size, {@code EINVAL} if the name of the backing
     *     file does not fit the header, or what the file system says
     */
    public static void create(Path path, CreateOptions options) {
        ImageLayout.of(options);
        try (ChannelFile file =
                ChannelFile.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            create(file, options);
        }
    }

    /**
     * Creates an image in a node, over whatever it holds; the node grows as needed.
     *
     * @param file has to write and to resize
     * @param pausePoint is called now and then, and may throw to give up
     * @throws dev.quarry.block.BlockException as for a new file; where the options cannot be met,
     *     before anything was written, and else with no valid image left
     */
    public static void create(BlockBackend file, CreateOptions options, Runnable pausePoint) {
        new ImageCreation(new BackendFile(file), options, pausePoint).write();
    }

    /**
     * Checks an image that nobody has open, and repairs it if asked to. Takes no lock on the file.
     *
     * @throws dev.quarry.block.BlockException if there is no such file, it is no qcow2 image that
     *     is known here, or it cannot be read or written
     */
    public static CheckResult check(Path path, Repair repair) {
        try (ChannelFile file = ChannelFile.open(path, optionsFor(repair))) {
            return CheckRun.run(file, repair);
        }
    }

    private static OpenOption[] optionsFor(Repair repair) {
        return repair == Repair.NONE
                ? new OpenOption[] {StandardOpenOption.READ}
                : new OpenOption[] {StandardOpenOption.READ, StandardOpenOption.WRITE};
    }

    /**
     * Checks an image that a node holds, and repairs it if asked to.
     *
     * @param file has to read and, to repair, to write; nobody else may write
     * @throws dev.quarry.block.BlockException as for a file
     */
    public static CheckResult check(BlockBackend file, Repair repair) {
        return CheckRun.run(new BackendFile(file), repair);
    }

    /** Creates an image in a file. */
    static void create(ImageFile file, CreateOptions options) {
        new ImageCreation(file, options, () -> {}).write();
    }
}
