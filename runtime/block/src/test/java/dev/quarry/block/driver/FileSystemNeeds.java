package dev.quarry.block.driver;

import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;
import dev.quarry.testing.TestNeeds;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** What a test needs of the file system under it. */
public final class FileSystemNeeds {
    private static final int BLOCK = 4096;

    private FileSystemNeeds() {}

    /** A file system that can punch holes and zero ranges, as ext4 and xfs. */
    public static void zeroRanges(Path folder) throws IOException {
        probe(
                folder,
                OpenFlag.WRITE,
                file -> {
                    file.zeroRange(0, BLOCK);
                    file.punchHole(BLOCK, BLOCK);
                });
    }

    /** A file system that punches holes. */
    public static void holes(Path folder) throws IOException {
        probe(folder, OpenFlag.WRITE, file -> file.punchHole(0, BLOCK));
    }

    /** A file system on which direct I/O needs blocks of 512 bytes. */
    public static void directIo(Path folder) throws IOException {
        probe(
                folder,
                OpenFlag.DIRECT,
                file ->
                        TestNeeds.that(
                                DirectAlignment.of(file).request() == 512,
                                "direct I/O in " + folder + " needs other blocks than 512 bytes"));
    }

    private static void probe(Path folder, OpenFlag flag, Consumer<PosixFile> attempt)
            throws IOException {
        Path probe = Files.write(folder.resolve("probe"), new byte[2 * BLOCK]);
        try (PosixFile file = PosixFile.open(probe.toString(), Set.of(flag))) {
            attempt.accept(file);
        } catch (PosixException lacking) {
            TestNeeds.absent("the file system of " + folder + " can't: " + lacking.getMessage());
        } finally {
            Files.delete(probe);
        }
    }
}
