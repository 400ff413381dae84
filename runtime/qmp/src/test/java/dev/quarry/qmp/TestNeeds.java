package dev.quarry.qmp;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a test needs of the machine it runs on. Where it is absent the test is reported as not run;
 * with {@code CI=true} in the environment that is a failure.
 */
final class TestNeeds {
    private TestNeeds() {}

    /** Needs these programs on the PATH. */
    static void tools(String... names) {
        for (String name : names) {
            that(isInstalled(name), name + " is not installed");
        }
    }

    /** Needs a folder of the test corpus and returns it. */
    static Path corpus(String part) {
        Path folder = corpusRoot().resolve(part);
        that(Files.isDirectory(folder), "the corpus is not at " + folder);
        return folder;
    }

    /** Needs a property of the machine; {@code otherwise} says what is missing. */
    static void that(boolean available, String otherwise) {
        if (available) {
            return;
        }
        if ("true".equals(System.getenv("CI"))) {
            Assertions.fail("did not run: " + otherwise);
        }
        Assumptions.abort("not run: " + otherwise);
    }

    private static Path corpusRoot() {
        String byProperty = System.getProperty("QUARRY_CORPUS");
        String told = byProperty == null ? System.getenv("QUARRY_CORPUS") : byProperty;
        return told == null
                ? Path.of("../../../shared/corpus").toAbsolutePath().normalize()
                : Path.of(told);
    }

    private static boolean isInstalled(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return List.of(path.split(File.pathSeparator, -1)).stream()
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }
}
