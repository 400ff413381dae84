package dev.quarry.qapi.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.docs.Site.Page;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.jsoup.nodes.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Manuals of what QEMU shipped, old and new. */
class CorpusManualTest {
    /** Words that direct the layout and are not shown. */
    private static final Set<String> DIRECTIONS =
            Set.of(
                    "title",
                    "annotated",
                    "widths",
                    "auto",
                    "note",
                    "admonition",
                    "caution",
                    "doc",
                    "ref",
                    "table",
                    "qmp",
                    "example",
                    "optional",
                    "defaults",
                    "to",
                    "is");

    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9]+");

    /** Browsers number lists themselves. */
    private static final String NUMBERS = "(?m)^ *([0-9]+|[a-z])[.)] ";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "qemu-2.1/qapi-schema.json",
                "qemu-2.1/qga/qapi-schema.json",
                "history/qemu-2.12.0/qapi/qapi-schema.json",
                "history/qemu-6.1.0/qapi/qapi-schema.json",
                "qemu-7.2/qapi/qapi-schema.json",
                "history/qemu-9.1.0/qapi/qapi-schema.json"
            })
    void pagesAreSoundAndHaveEveryWord(String root) {
        Schema schema = SchemaChecker.check(TestNeeds.corpus("qapi").resolve(root), Dialect.AUTO);
        Map<String, String> manual = Manual.of(schema, root);
        Pages.check(manual);
        for (Page page : new Site(schema, root).pages()) {
            Document document = Pages.page(manual, page.path());
            for (Definition definition : page.definitions()) {
                Set<String> shown = words(Pages.definition(document, definition.name()).text());
                Set<String> missing = new TreeSet<>();
                for (DocPart part : definition.documentation().parts()) {
                    missing.addAll(words(part.text().replaceAll(NUMBERS, "")));
                }
                missing.removeAll(shown);
                missing.removeAll(DIRECTIONS);
                assertEquals(Set.of(), missing, page.path() + ": " + definition.name());
            }
        }
    }

    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        WORD.matcher(text).results().forEach(w -> words.add(w.group().toLowerCase(Locale.ROOT)));
        return words;
    }
}
