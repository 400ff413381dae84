package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Diagnostics;
import dev.quarry.qapi.source.SchemaException;
import dev.quarry.qapi.source.SourceFile;
import dev.quarry.qapi.syntax.Dialect;
import dev.quarry.qapi.syntax.Expression;
import dev.quarry.qapi.syntax.ParsedSchema;
import dev.quarry.qapi.syntax.SchemaParser;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The front end whole: reads a schema, checks it, links it. */
public final class SchemaChecker {
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
        return parsed.lint();
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
        return new Schema(modules(parsed, definer.table()), definer.table());
    }

    private static List<Module> modules(ParsedSchema parsed, Map<String, Definition> table) {
        Map<SourceFile, List<Definition>> byFile = new LinkedHashMap<>();
        parsed.modules().forEach(file -> byFile.put(file, new ArrayList<>()));
        for (Definition definition : table.values()) {
            List<Definition> definitions = byFile.get(definition.origin().module());
            if (definitions != null) {
                definitions.add(definition);
            }
        }
        return byFile.entrySet().stream().map(e -> new Module(e.getKey(), e.getValue())).toList();
    }
}
