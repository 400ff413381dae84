package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.JsonSchema;
import dev.quarry.qapi.json.JsonText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;

/** {@code qapi json-schema}: prints a JSON Schema of every type, command and event. */
@Command(
        name = "json-schema",
        description = "Prints a JSON Schema (2020-12) of every type, command and event.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi json-schema root.json >root.schema.json",
            "  qapi json-schema --conditions config.json root.json"
        })
final class JsonSchemaCommand implements Runnable {
    @Mixin private HoldingConditions conditions = new HoldingConditions();
    @Mixin private DialectOption dialect = new DialectOption();

    @Parameters(paramLabel = "ROOT", description = "root file of the schema")
    private Path root = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        var schema = SchemaChecker.check(root, dialect.dialect());
        var document = JsonSchema.of(schema, conditions.identifiers());
        spec.commandLine().getOut().println(JsonText.of(document));
    }
}
