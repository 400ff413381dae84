package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.fail;

import dev.quarry.posix.OpenFlag;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** What a test needs of the machine: absent, it is reported as not run; in CI that is a failure. */
final class TestNeeds {
    private TestNeeds() {}

    /** The path of an installed program. */
    static Path tool(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        for (String folder : path.split(File.pathSeparator, -1)) {
            Path program = Path.of(folder, name);
            if (Files.isExecutable(program)) {
                return program;
            }
        }
        return absent(name + " is not installed");
    }

    /** A file system that punches holes. */
    static void holes(Path folder) throws IOException {
        Path probe = Files.write(folder.resolve("probe"), new byte[8192]);
        try (PosixFile file = PosixFile.open(probe.toString(), Set.of(OpenFlag.WRITE))) {
            file.punchHole(0, 4096);
        } catch (PosixException lacking) {
            absent("the file system of " + folder + " has no holes: " + lacking.getMessage());
        } finally {
            Files.delete(probe);
        }
    }

    private static Path absent(String why) {
        if ("true".equals(System.getenv("CI"))) {
            return fail(why);
        }
        return Assumptions.abort("not run: " + why);
    }
}
