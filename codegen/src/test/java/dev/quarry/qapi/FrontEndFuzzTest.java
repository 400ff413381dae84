package dev.quarry.qapi;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.syntax.Dialect;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Parser and checker: any files at all are a schema, or are refused with a place. The first line of
 * an input picks the dialect; a line {@code ---} begins the next file, b.json after a.json and
 * c.json after that, which may include one another.
 */
class FrontEndFuzzTest {
    private static final List<String> NAMES = List.of("a.json", "b.json", "c.json");
    private static Path folder = Path.of("");

    @BeforeAll
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("qapi-fuzz");
    }

    @AfterAll
    static void removeFolder() throws IOException {
        for (String name : NAMES) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.delete(folder);
    }

    @DictionaryEntries({
        "'struct'",
        "'enum'",
        "'union'",
        "'alternate'",
        "'command'",
        "'event'",
        "'type'",
        "'include'",
        "'pragma'",
        "'data'",
        "'base'",
        "'discriminator'",
        "'returns'",
        "'boxed': true",
        "'gen': false",
        "'gen': 'no'",
        "'if'",
        "'features'",
        "'all'",
        "'any'",
        "'not'",
        "'defined(A) && !B'",
        "'*x'",
        "'int'",
        "'str'",
        "'**'",
        "'a.json'",
        "'b.json'",
        "---",
        "##",
        "# @x:",
        "# Returns:",
        "# Features:",
        "auto",
        "2.1",
        "6.1",
        "7.2",
        "9.1",
        "10.2"
    })
    @FuzzTest(maxDuration = "15s")
    void everySchemaIsCheckedOrRefusedWithAPlace(FuzzedDataProvider data) throws IOException {
        String[] input = data.consumeRemainingAsString().split("", 2);
        String[] files = input.length < 2 ? new String[] {""} : input[1].split("\n---\n", 3);
        for (int i = 0; i < files.length; i++) {
            Files.writeString(
                    folder.resolve(NAMES.get(i)), files[i].replaceAll("[\ud800-\udfff]", "?"));
        }
        try {
            use(SchemaChecker.check(folder.resolve(NAMES.get(0)), dialect(input[0])));
        } catch (SchemaException e) {
            e.diagnostics().forEach(FrontEndFuzzTest::check);
        } finally {
            for (String name : NAMES) {
                Files.deleteIfExists(folder.resolve(name));
            }
        }
    }

    private static Dialect dialect(String name) {
        try {
            return Dialect.of(name.toLowerCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            return Dialect.AUTO;
        }
    }

    /** What is accepted has to be usable. */
    private static void use(Schema schema) {
        Introspection.of(schema, true, Presence.keep());
        Introspection.of(schema, false, Presence.evaluate(name -> false));
    }

    private static void check(Diagnostic diagnostic) {
        if (diagnostic.location().line() < 1 || diagnostic.toString().isEmpty()) {
            throw new AssertionError("there is no such place: " + diagnostic);
        }
    }
}
