package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Java of the schema in which QEMU's own test suite tries every corner of the language. */
class CorpusJavaTest {
    @Test
    void everyCornerOfTheLanguageCompilesWithoutWarning(@TempDir Path classes) throws IOException {
        Path root = TestNeeds.corpus("qapi/tests-7.2").resolve("qapi-schema-test.json");
        Map<String, String> sources =
                JavaBackEnd.generate(SchemaChecker.check(root, Dialect.AUTO), "org.example");
        assertEquals("", JavaCompilation.compile(sources, classes));
    }
}
