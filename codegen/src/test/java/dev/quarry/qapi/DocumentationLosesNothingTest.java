package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.FreeText;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Every word of every documentation comment of nine releases is in the model, once and in order.
 */
class DocumentationLosesNothingTest {
    private static final List<String> FOLDERS =
            List.of(
                    "qemu-2.1",
                    "history/qemu-2.5.0",
                    "history/qemu-2.12.0",
                    "history/qemu-4.2.0",
                    "history/qemu-6.1.0",
                    "history/qemu-6.2.0",
                    "qemu-7.2",
                    "history/qemu-8.1.0",
                    "history/qemu-9.1.0");

    @TestFactory
    List<DynamicTest> everyWordIsInTheModel() {
        Path corpus = TestNeeds.corpus("qapi");
        List<DynamicTest> tests = new ArrayList<>();
        for (String folder : FOLDERS) {
            for (String root :
                    List.of(
                            "qapi-schema.json",
                            "qapi/qapi-schema.json",
                            "storage-daemon/qapi/qapi-schema.json",
                            "qga/qapi-schema.json")) {
                Path schema = corpus.resolve(folder).resolve(root);
                if (Files.exists(schema)) {
                    tests.add(DynamicTest.dynamicTest(folder + "/" + root, () -> check(schema)));
                }
            }
        }
        assertTrue(tests.size() >= 23, "schemas are missing: " + tests.size());
        return tests;
    }

    private static void check(Path root) {
        for (Module module : SchemaChecker.check(root, Dialect.AUTO).modules()) {
            List<String> written = writtenWords(module.file().text());
            List<String> modelled = modelledWords(module);
            for (int i = 0; i < Math.min(written.size(), modelled.size()); i++) {
                int at = i;
                assertEquals(
                        written.get(i),
                        modelled.get(i),
                        () ->
                                module.file()
                                        + ": after "
                                        + written.subList(Math.max(0, at - 9), at));
            }
            assertEquals(written.size(), modelled.size(), () -> module.file() + "");
        }
    }

    /** The words between the delimiters, found without the compiler's help. */
    private static List<String> writtenWords(String text) {
        List<String> words = new ArrayList<>();
        List<String> above = new ArrayList<>();
        boolean inside = false;
        boolean empty = false;
        for (String indented : text.lines().toList()) {
            String line = indented.stripLeading();
            if (line.startsWith("##")) {
                inside = !inside;
                empty = inside;
                words.addAll(words(line.substring(2)));
            } else if (line.startsWith("#") && inside) {
                empty = false;
                words.addAll(words(line.substring(1)));
            } else if (line.startsWith("#")) {
                above.addAll(words(line.substring(1)));
                continue;
            } else if (!line.isBlank() && inside) {
                inside = false;
                words.addAll(empty ? above : List.of());
            }
            if (!line.startsWith("##")) {
                above.clear();
            }
        }
        return words;
    }

    private static List<String> modelledWords(Module module) {
        Map<Integer, List<String>> byLine = new TreeMap<>();
        for (FreeText comment : module.comments()) {
            add(byLine, comment.location().line(), comment.header(), comment.parts());
        }
        for (Definition definition : module.definitions()) {
            if (definition.origin().owner().equals(definition.name())) {
                var documentation = definition.documentation();
                var location = definition.origin().location();
                add(
                        byLine,
                        location == null ? 0 : location.line(),
                        documentation.header(),
                        documentation.parts());
            }
        }
        return byLine.values().stream().flatMap(List::stream).toList();
    }

    private static void add(
            Map<Integer, List<String>> byLine, int line, String header, List<DocPart> parts) {
        List<String> words = byLine.computeIfAbsent(line, l -> new ArrayList<>());
        words.addAll(words(header));
        parts.forEach(p -> words.addAll(words(p.written())));
    }

    private static List<String> words(String text) {
        return text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }
}
