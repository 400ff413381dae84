package dev.quarry.qapi;

import dev.quarry.qapi.java.Scope;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

import java.util.List;

/** The options that say what of a schema becomes Java. */
final class JavaOptions {
    @Option(
            names = "--package",
            paramLabel = "NAME",
            defaultValue = "dev.quarry.qapi.generated",
            description = "package of the generated classes (default: ${DEFAULT-VALUE})")
    private String packageName = "";

    @Option(
            names = "--only",
            paramLabel = "PART",
            description = {
                "types: records and their codecs",
                "client: types, command interfaces, the client, the decoder of events",
                "server: types, command interfaces, the table of commands",
                "all: everything (default, but client for --from-introspection)"
            })
    private @Nullable Part part;

    @Option(
            names = "--module",
            paramLabel = "NAME",
            description = {
                "only what this file of the schema defines, such as block-core, and the types it"
                        + " needs; may be given several times (default: every file)"
            })
    private List<String> modules = List.of();

    @Mixin private HoldingConditions conditions = new HoldingConditions();

    @Spec(Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** A part as it is written on the command line. */
    enum Part {
        all(Scope.ALL),
        types(Scope.TYPES),
        client(Scope.CLIENT),
        server(Scope.SERVER);

        private final Scope scope;

        Part(Scope scope) {
            this.scope = scope;
        }
    }

    /**
     * The options; a package's name that is none is wrong usage.
     *
     * @param otherwise the part where none was given
     */
    GenerationOptions options(Scope otherwise) {
        Scope scope = part == null ? otherwise : part.scope;
        try {
            return new GenerationOptions(packageName, scope, modules, conditions.given());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }
}
