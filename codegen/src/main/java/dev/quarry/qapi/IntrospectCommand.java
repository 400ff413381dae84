package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;

/** {@code qapi introspect}: prints what query-qmp-schema answers. */
@Command(
        name = "introspect",
        description = "Prints the answer to query-qmp-schema, a JSON array.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi introspect root.json",
            "  qapi introspect --unmask --keep-conditions root.json",
            "  qapi introspect --conditions config.json root.json"
        })
final class IntrospectCommand implements Runnable {
    @Option(names = "--unmask", description = "call types by their names, not by numbers")
    private boolean unmask;

    @ArgGroup(exclusive = true)
    private ConditionOptions conditions = new ConditionOptions();

    @Parameters(paramLabel = "ROOT", description = "root file of the schema")
    private Path root = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private DialectOption dialect = new DialectOption();

    @Override
    public void run() {
        var elements =
                Introspection.of(
                        SchemaChecker.check(root, dialect.dialect()),
                        !unmask,
                        conditions.presence());
        spec.commandLine().getOut().println(JsonText.of(elements));
    }
}
