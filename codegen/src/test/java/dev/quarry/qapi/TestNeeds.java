package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Assumptions;

import java.nio.file.Files;
import java.nio.file.Path;

/** What a test needs from outside of the repository; where it is absent, the test did not run. */
public final class TestNeeds {
    private TestNeeds() {}

    /** A folder of the test corpus; absent, the test is aborted, or fails in CI. */
    public static Path corpus(String name) {
        String given = System.getProperty("QUARRY_CORPUS", System.getenv("QUARRY_CORPUS"));
        Path root = given == null ? Path.of("../../shared/corpus") : Path.of(given);
        Path folder = root.resolve(name);
        if (!Files.isDirectory(folder)) {
            absent("the corpus folder " + name + " is not there");
        }
        return folder;
    }

    private static void absent(String what) {
        if ("true".equals(System.getenv("CI"))) {
            fail("not run: " + what);
        }
        Assumptions.abort("not run: " + what);
    }
}
