package dev.quarry.qapi;

import dev.quarry.qapi.subset.SubsetException;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.nio.file.Path;

/** {@code qapi java}: generates Java sources. */
@Command(
        name = "java",
        description = {
            "Generates Java: types, codecs, command interfaces, client, command table.",
            "",
            "A file is written only where its text changes; generated files of the package that are"
                    + " not generated any more are removed.",
            ""
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi java --package org.example.api --out src/generated/java qapi/root.json",
            "  qapi java --only client --module block-core --module job qapi/qapi-schema.json",
            "  qapi java --conditions config.json --out gen qapi/qapi-schema.json",
            "  qapi java --from-introspection unix:/run/vm.sock --package org.example.vm",
            "",
            "config.json is an object such as {\"CONFIG_LINUX\": true, \"CONFIG_SPICE\": false}.",
            "Without --conditions all is generated, and a server or client is told at run time what"
                    + " holds.",
            "",
            "Exit status: 0 good, 1 the schema is bad or a file can't be read or written, 2 wrong"
                    + " usage."
        },
        mixinStandardHelpOptions = true)
final class JavaCommand implements Runnable {
    @Mixin private JavaOptions options = new JavaOptions();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "source root to write under (default: the working directory)")
    private Path out = Path.of(".");

    @ArgGroup(exclusive = true, multiplicity = "1")
    private SchemaInput input = new SchemaInput();

    @Mixin private DialectOption dialect = new DialectOption();

    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
        GenerationOptions wanted = options.options(input.usualScope());
        var schema = input.schema(dialect.dialect());
        try {
            new Generation(schema, wanted).writeSources(out);
        } catch (SubsetException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
