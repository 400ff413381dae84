package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.fail;

import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import org.junit.jupiter.api.Assumptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** What a test needs of the machine: absent, it is reported as not run; in CI that is a failure. */
final class TestNeeds {
    private TestNeeds() {}

    /** A file system that can punch holes and zero ranges, as ext4 and xfs. */
    static void zeroRanges(Path folder) throws IOException {
        Path probe = Files.write(folder.resolve("probe"), new byte[8192]);
        try (PosixFile file = PosixFile.open(probe.toString(), Set.of(OpenFlag.WRITE))) {
            file.zeroRange(0, 4096);
            file.punchHole(4096, 4096);
        } catch (PosixException lacking) {
            absent("the file system of " + folder + " has no zero ranges: " + lacking.getMessage());
        } finally {
            Files.delete(probe);
        }
    }

    /** A file system on which direct I/O needs blocks of 512 bytes. */
    static void directIo(Path folder) throws IOException {
        Path probe = Files.write(folder.resolve("probe"), new byte[8192]);
        try (PosixFile file = PosixFile.open(probe.toString(), Set.of(OpenFlag.DIRECT))) {
            if (DirectAlignment.of(file).request() != 512) {
                absent("direct I/O in " + folder + " needs other blocks than 512 bytes");
            }
        } catch (PosixException lacking) {
            absent("no direct I/O in " + folder + ": " + lacking.getMessage());
        } finally {
            Files.delete(probe);
        }
    }

    private static void absent(String why) {
        if ("true".equals(System.getenv("CI"))) {
            fail(why);
        }
        Assumptions.abort("not run: " + why);
    }
}
