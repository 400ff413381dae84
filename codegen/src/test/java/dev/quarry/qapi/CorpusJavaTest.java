package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Java of the schemas of the corpus: QEMU, its storage daemon and guest agent, and the good cases
 * of its own test suite. The oldest release, 7.2 and the newest always; all of them, which takes
 * minutes, where {@code CI=true} or {@code -Dcorpus.all=true}.
 */
class CorpusJavaTest {
    private static final Duration AT_MOST = Duration.ofMinutes(2);
    private static final boolean ALL =
            Boolean.getBoolean("corpus.all") || "true".equals(System.getenv("CI"));
    private static final Pattern SOME = Pattern.compile("qemu-(2\\.1|7\\.2|9\\.1\\.0)\\b");

    /** Roots of newer releases hide the folder that older ones had as their root. */
    private static final List<String> ROOTS =
            List.of(
                    "qapi-schema.json",
                    "qapi/qapi-schema.json",
                    "storage-daemon/qapi/qapi-schema.json",
                    "qga/qapi-schema.json");

    @TestFactory
    List<DynamicTest> javaOfEverySchemaCompilesWithoutWarning() throws IOException {
        Path corpus = TestNeeds.corpus("qapi");
        List<Path> schemas = new ArrayList<>();
        schemas.addAll(releases(corpus.resolve("history")));
        schemas.addAll(releases(corpus));
        assertEquals(23, schemas.size(), schemas::toString);
        schemas.removeIf(s -> !ALL && !SOME.matcher(s.toString()).find());
        schemas.addAll(goodCases(corpus.resolve("tests-7.2")));
        return schemas.stream()
                .map(s -> DynamicTest.dynamicTest(corpus.relativize(s).toString(), () -> check(s)))
                .toList();
    }

    private static List<Path> releases(Path folder) throws IOException {
        try (Stream<Path> releases = Files.list(folder)) {
            return releases.filter(r -> r.getFileName().toString().startsWith("qemu-"))
                    .sorted()
                    .flatMap(r -> ROOTS.stream().map(r::resolve))
                    .filter(Files::exists)
                    .toList();
        }
    }

    /** Cases that QEMU accepts: their file of errors is empty. */
    private static List<Path> goodCases(Path folder) throws IOException {
        List<Path> cases = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path errors : files.filter(f -> f.toString().endsWith(".err")).sorted().toList()) {
                String name = errors.getFileName().toString().replace(".err", ".json");
                if (Files.size(errors) == 0 && Files.exists(folder.resolve(name))) {
                    cases.add(folder.resolve(name));
                }
            }
        }
        assertTrue(cases.size() >= 8, cases::toString);
        return cases;
    }

    private static void check(Path root) {
        assertTimeoutPreemptively(
                AT_MOST,
                () -> {
                    Schema schema = SchemaChecker.check(root, Dialect.AUTO);
                    var sources = JavaBackEnd.generate(schema, "org.example");
                    assertEquals("", JavaCompilation.check(sources));
                });
    }
}
