package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cases of {@code src/test/resources/cases}: a folder for each dialect, in it a schema a case,
 * and beside it an {@code .err} file with every diagnostic it must get; a schema without one is
 * good. {@code -Dcases.write=true} writes the {@code .err} files anew.
 */
class CompilerCasesTest {
    private static final Path CASES = Path.of("src/test/resources/cases");

    @TestFactory
    List<DynamicTest> eachCaseGetsItsDiagnostics() throws IOException {
        try (Stream<Path> files = Files.walk(CASES, 2)) {
            List<DynamicTest> tests =
                    files.filter(f -> f.toString().endsWith(".json"))
                            .filter(f -> CASES.relativize(f).getNameCount() == 2)
                            .sorted()
                            .map(f ->
                                    DynamicTest.dynamicTest(
                                            CASES.relativize(f) + "", () -> check(f)))
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
            String dialect = CASES.relativize(file).getName(0).toString();
            SchemaChecker.check(file, Dialect.of(dialect));
            return "";
        } catch (SchemaException e) {
            return e.getMessage().replace(file.getParent() + "/", "") + "\n";
        }
    }
}
