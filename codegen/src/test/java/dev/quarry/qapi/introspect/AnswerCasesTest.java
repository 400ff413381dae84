package dev.quarry.qapi.introspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The answers of {@code src/test/resources/introspect/cases}: beside a bad one {@code .err} has
 * what is said of it, beside a good one {@code .named} the same with the names that its types get.
 * {@code -Dcases.write=true} writes both anew.
 */
class AnswerCasesTest {
    private static final Path CASES = Path.of("src/test/resources/introspect/cases");

    @TestFactory
    List<DynamicTest> eachAnswerGetsItsNamesOrItsDiagnostics() throws IOException {
        try (Stream<Path> files = Files.list(CASES)) {
            List<DynamicTest> tests =
                    files.filter(f -> f.toString().endsWith(".json"))
                            .sorted()
                            .map(f -> DynamicTest.dynamicTest(name(f), () -> check(f)))
                            .toList();
            assertTrue(tests.size() > 25, "the cases are not found");
            return tests;
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".json", "");
    }

    private static void check(Path file) throws IOException {
        boolean good = name(file).startsWith("good-");
        Path expected = file.resolveSibling(name(file) + (good ? ".named" : ".err"));
        String actual = good ? named(file) : diagnostics(file);
        if (Boolean.getBoolean("cases.write")) {
            Files.writeString(expected, actual);
        }
        assertEquals(Files.readString(expected), actual);
    }

    private static String named(Path file) throws IOException {
        var schema = Answer.read(name(file), Files.readString(file));
        return JsonText.of(Introspection.of(schema, false, Presence.keep())) + "\n";
    }

    private static String diagnostics(Path file) throws IOException {
        try {
            Answer.read(name(file), Files.readString(file));
            return "nothing is wrong with it\n";
        } catch (IntrospectionException e) {
            return e.getMessage() + "\n";
        }
    }
}
