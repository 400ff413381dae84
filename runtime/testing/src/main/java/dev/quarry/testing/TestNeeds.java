package dev.quarry.testing;

import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test needs of the machine it runs on. Where it is absent the test is reported as not run;
 * with {@code CI=true} in the environment that is a failure.
 */
public final class TestNeeds {
    private TestNeeds() {}

    /** Needs these programs on the PATH. */
    public static void tools(String... names) {
        for (String name : names) {
            tool(name);
        }
    }

    /** Needs a program on the PATH and returns its file. */
    public static Path tool(String name) {
        Optional<Path> program = onThePath(name);
        that(program.isPresent(), name + " is not installed");
        return program.orElseThrow();
    }

    /**
     * Needs a folder of the test corpus and returns it. The corpus lies in the folder that the
     * property or variable {@code QUARRY_CORPUS} names, else in {@code shared/corpus} beside the
     * checkout.
     */
    public static Path corpus(String part) {
        Path folder = corpusRoot().resolve(part);
        that(Files.isDirectory(folder), "the corpus is not at " + folder);
        return folder;
    }

    /** Needs a property of the machine; {@code otherwise} says what is missing. */
    public static void that(boolean available, String otherwise) {
        if (!available) {
            absent(otherwise);
        }
    }

    /** Ends the test: what it needs is not there. */
    public static void absent(String what) {
        if ("true".equals(System.getenv("CI"))) {
            Assertions.fail("did not run: " + what);
        }
        Assumptions.abort("not run: " + what);
    }

    private static Optional<Path> onThePath(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator, -1))
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Path corpusRoot() {
        String byProperty = System.getProperty("QUARRY_CORPUS");
        String told = byProperty == null ? System.getenv("QUARRY_CORPUS") : byProperty;
        return told == null ? checkout().resolveSibling("shared/corpus") : Path.of(told);
    }

    /** The topmost folder above the working directory that has a {@code pom.xml}. */
    private static Path checkout() {
        Path top = Path.of("").toAbsolutePath();
        while (top.getParent() != null && Files.exists(top.resolveSibling("pom.xml"))) {
            top = top.getParent();
        }
        return top;
    }
}
