package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.FreeText;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Diagnostics;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.DocComment;
import dev.quarry.qapi.syntax.Expression;
import dev.quarry.qapi.syntax.ParsedSchema;
import dev.quarry.qapi.syntax.SchemaParser;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The front end whole: reads a schema, checks it, links it. */
public final class SchemaChecker {
    private static final Comparator<Diagnostic> IN_ORDER_OF_LINES =
            Comparator.comparing((Diagnostic d) -> d.location().file().path())
                    .thenComparingInt(d -> d.location().line())
                    .thenComparingInt(d -> d.location().column());

    private SchemaChecker() {}

    /**
     * Reads and checks a schema.
     *
     * @param dialect the releases whose language it may be in
     * @throws SchemaException everything that is wrong with it, as far as its first phase that
     *     failed
     */
    public static Schema check(Path root, Dialect dialect) {
        return check(SchemaParser.parse(root, dialect));
    }

    /**
     * Reads and checks a schema, for what is no error but not as it should be either.
     *
     * @return what breaks rules that not every release of the dialect has
     * @throws SchemaException the schema is wrong
     */
    public static List<Diagnostic> lint(Path root, Dialect dialect) {
        ParsedSchema parsed = SchemaParser.parse(root, dialect);
        check(parsed);
        return parsed.docRules().lint().stream().distinct().sorted(IN_ORDER_OF_LINES).toList();
    }

    private static Schema check(ParsedSchema parsed) {
        Diagnostics diagnostics = new Diagnostics();
        List<Form> forms = new ArrayList<>();
        for (Expression expression : parsed.expressions()) {
            diagnostics.collect(() ->
                    forms.add(FormReader.read(expression, parsed.pragmas(), parsed.dialect())));
        }
        diagnostics.failIfAny();
        Definer definer = new Definer(parsed.dialect());
        forms.forEach(form -> diagnostics.collect(() -> definer.define(form)));
        diagnostics.failIfAny();
        new LinkCheck(definer, parsed).checkAll(diagnostics);
        diagnostics.failIfAny();
        return new Schema(modules(parsed, forms, definer.table()), definer.table());
    }

    private static List<Module> modules(
            ParsedSchema parsed, List<Form> forms, Map<String, Definition> table) {
        Map<SourceFile, List<Definition>> definitions = new HashMap<>();
        for (Definition definition : table.values()) {
            SourceFile module = definition.origin().module();
            if (module != null) {
                definitions.computeIfAbsent(module, f -> new ArrayList<>()).add(definition);
            }
        }
        Map<SourceFile, List<FreeText>> comments = comments(parsed, forms);
        return parsed.modules().stream()
                .map(f ->
                        new Module(
                                f,
                                definitions.getOrDefault(f, List.of()),
                                comments.getOrDefault(f, List.of())))
                .toList();
    }

    /** What documents no definition, and what stands before another one than it is about. */
    private static Map<SourceFile, List<FreeText>> comments(ParsedSchema parsed, List<Form> forms) {
        List<DocComment> all = new ArrayList<>(parsed.freeText());
        for (Form form : forms) {
            DocComment comment = form.expression().comment();
            if (comment != null && form.comment() == null) {
                all.add(comment);
            }
        }
        all.sort(Comparator.comparingInt(c -> c.location().line()));
        Map<SourceFile, List<FreeText>> comments = new HashMap<>();
        for (DocComment c : all) {
            comments.computeIfAbsent(c.location().file(), f -> new ArrayList<>())
                    .add(new FreeText(c.header(), c.parts(), c.location()));
        }
        return comments;
    }
}
