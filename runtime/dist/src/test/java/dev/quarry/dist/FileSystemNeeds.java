package dev.quarry.dist;

import dev.quarry.testing.TestNeeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tests need of the file system they work on. */
final class FileSystemNeeds {
    private static final int MIB = 1 << 20;

    private FileSystemNeeds() {}

    /** Tries on a file of its own whether holes are punched, ranges zeroed and blocks counted. */
    static void holes(Path folder) throws IOException {
        Path probe = Images.create(folder.resolve("probe.img"), "raw", MIB);
        Images.io("raw", probe.toString(), "write -P 1 0 1M");
        long full = Tools.allocated(probe);
        Images.io("raw", probe.toString(), "write -z 0 64k");
        boolean zeroes = Tools.allocated(probe) == MIB && Images.map(probe, "raw").size() == 2;
        Images.io("raw", probe.toString(), "discard 0 64k");
        boolean holes = Tools.allocated(probe) == MIB - 65536;
        Files.delete(probe);
        TestNeeds.that(
                full == MIB && zeroes && holes,
                "the file system of " + folder + " does not punch holes and zero ranges");
    }
}
