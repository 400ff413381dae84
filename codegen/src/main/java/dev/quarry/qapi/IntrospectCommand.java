package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;

/** {@code qapi introspect}: prints what query-qmp-schema answers. */
@Command(
        name = "introspect",
        description = "Prints the answer to query-qmp-schema, every condition true.",
        mixinStandardHelpOptions = true)
final class IntrospectCommand implements Runnable {
    @Option(names = "--unmask", description = "call types by their names, not by numbers")
    private boolean unmask;

    @Option(
            names = "--keep-conditions",
            description = "wrap what has a condition: {\"if\": ..., \"value\": ...}")
    private boolean keepConditions;

    @Parameters(paramLabel = "ROOT", description = "root file of the schema")
    private Path root = Path.of("");

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        Presence presence = keepConditions ? Presence.keep() : Presence.evaluate(name -> true);
        var elements = Introspection.of(SchemaChecker.check(root), !unmask, presence);
        spec.commandLine().getOut().println(JsonText.of(elements));
    }
}
