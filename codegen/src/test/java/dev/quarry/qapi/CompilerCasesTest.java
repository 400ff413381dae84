package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.SchemaException;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cases of {@code src/test/resources/cases}: a schema each, and beside it an {@code .err} file
 * with every diagnostic it must get; a schema without one is good. {@code -Dcases.write=true}
 * writes the {@code .err} files anew.
 */
class CompilerCasesTest {
    private static final Path CASES = Path.of("src/test/resources/cases");

    @TestFactory
    List<DynamicTest> eachCaseGetsItsDiagnostics() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            List<DynamicTest> tests =
                    files.filter(f -> f.toString().endsWith(".json"))
                            .sorted()
                            .map(f -> DynamicTest.dynamicTest(nameOf(f), () -> check(f)))
                            .toList();
            assertTrue(tests.size() > 50, "the cases are not found");
            return tests;
        }
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".json", "");
    }

    private static void check(Path file) throws IOException {
        Path expected = file.resolveSibling(nameOf(file) + ".err");
        String actual = diagnostics(file);
        if (Boolean.getBoolean("cases.write") && !actual.isEmpty()) {
            Files.writeString(expected, actual);
        }
        assertEquals(Files.exists(expected) ? Files.readString(expected) : "", actual);
    }

    private static String diagnostics(Path file) {
        try {
            SchemaChecker.check(file);
            return "";
        } catch (SchemaException e) {
            return e.getMessage().replace(CASES + "/", "") + "\n";
        }
    }
}
