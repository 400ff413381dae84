package dev.quarry.examples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Images, made and removed by {@code qemu-img}; each server has its own. */
final class Images {
    private static final String EMPTY_SIZE = "50G";

    private final Path folder;

    Images(Path folder) {
        this.folder = folder;
    }

    /** A disk full of data that is not zero. */
    Disk withData(String owner, String format, long bytes) {
        Path file = create(owner + "-data", format, Long.toString(bytes));
        String fill = "write -q -P 0xd1 0 " + bytes;
        Child.run(List.of("qemu-io", "-f", format, "-c", fill, file.toString()));
        return Disk.withData(file, format);
    }

    /** A large empty disk for zero writes, past the host's page cache. */
    Disk empty(String owner, String format, String detectZeroes) {
        return new Disk(create(owner + "-empty", format, EMPTY_SIZE), format, detectZeroes, true);
    }

    /** Bytes that a file takes on its file system. */
    static long allocated(Disk disk) {
        return Long.parseLong(
                        Child.run(List.of("stat", "--format=%b", disk.file().toString())).strip())
                * 512;
    }

    static void remove(Disk disk) {
        try {
            Files.delete(disk.file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path create(String name, String format, String size) {
        Path file = folder.resolve(name + "." + format);
        Child.run(List.of("qemu-img", "create", "-q", "-f", format, file.toString(), size));
        return file;
    }
}
