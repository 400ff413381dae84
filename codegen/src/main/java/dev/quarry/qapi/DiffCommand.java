package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.compare.Change;
import dev.quarry.qapi.compare.SchemaDiff;
import dev.quarry.qapi.json.JsonText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code qapi diff}: what changed between two schemas, and whether clients keep working. */
@Command(
        name = "diff",
        description = {
            "Prints what changed between two schemas for a client, every condition true.",
            "Exits with 3 where a client of the old one may fail with the new one."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi diff old/root.json new/root.json",
            "  qapi diff --format json old/root.json new/root.json || echo \"status $?\""
        })
final class DiffCommand implements Callable<Integer> {
    private static final int BREAKS = 3;

    /** How the changes are printed. */
    enum Format {
        text,
        json
    }

    @Option(
            names = "--format",
            defaultValue = "text",
            description = "text or json (default: ${DEFAULT-VALUE})")
    private Format format = Format.text;

    @Mixin private DialectOption dialect = new DialectOption();

    @Parameters(index = "0", paramLabel = "OLD", description = "root file of the old schema")
    private Path before = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW", description = "root file of the new schema")
    private Path after = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        List<Change> changes =
                SchemaDiff.of(
                        SchemaChecker.check(before, dialect.dialect()),
                        SchemaChecker.check(after, dialect.dialect()));
        boolean breaks = changes.stream().anyMatch(Change::breaks);
        PrintWriter out = spec.commandLine().getOut();
        if (format == Format.json) {
            out.println(JsonText.of(document(changes, breaks)));
        } else {
            changes.forEach(out::println);
            out.println("clients keep working: " + (breaks ? "no" : "yes"));
        }
        return breaks ? BREAKS : 0;
    }

    private static Map<String, Object> document(List<Change> changes, boolean breaks) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("clients-keep-working", !breaks);
        document.put("changes", changes.stream().map(DiffCommand::json).toList());
        return document;
    }

    private static Map<String, Object> json(Change change) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("subject", change.subject());
        json.put("change", change.text());
        json.put("breaks", change.breaks());
        return json;
    }
}
