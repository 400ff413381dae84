package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

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

    private static Path absent(String why) {
        if ("true".equals(System.getenv("CI"))) {
            return fail(why);
        }
        return Assumptions.abort("not run: " + why);
    }
}
