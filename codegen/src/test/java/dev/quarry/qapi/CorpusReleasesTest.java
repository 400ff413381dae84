package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The schemas that nine releases of QEMU shipped, as {@code auto} and as their own dialect. */
class CorpusReleasesTest {
    private static final List<String> ROOTS =
            List.of(
                    "qapi-schema.json",
                    "qapi/qapi-schema.json",
                    "storage-daemon/qapi/qapi-schema.json",
                    "qga/qapi-schema.json");

    @TestFactory
    List<DynamicTest> everyReleaseIsGoodAsAutoAndAsItself() {
        Path corpus = TestNeeds.corpus("qapi");
        List<DynamicTest> tests = new ArrayList<>();
        for (String release : List.of("2.1", "7.2")) {
            addTests(corpus.resolve("qemu-" + release), release, tests);
        }
        for (String release : List.of("2.5", "2.12", "4.2", "6.1", "6.2", "8.1", "9.1")) {
            addTests(corpus.resolve("history/qemu-" + release + ".0"), release, tests);
        }
        return tests;
    }

    private static void addTests(Path folder, String release, List<DynamicTest> tests) {
        List<Path> schemas =
                ROOTS.stream().map(folder::resolve).filter(Files::exists).distinct().toList();
        assertFalse(schemas.size() < 2, "schemas are missing: " + schemas);
        for (Path schema : schemas) {
            for (String dialect : List.of("auto", release)) {
                tests.add(
                        DynamicTest.dynamicTest(
                                dialect + " " + schema,
                                () -> SchemaChecker.check(schema, Dialect.of(dialect))));
            }
        }
    }
}
