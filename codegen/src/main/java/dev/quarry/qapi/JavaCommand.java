package dev.quarry.qapi;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/** {@code qapi java}: generates Java sources. */
@Command(
        name = "java",
        description = "Generates Java: types, codecs, command interfaces, client, command table.",
        mixinStandardHelpOptions = true)
final class JavaCommand implements Runnable {
    @Option(
            names = "--package",
            defaultValue = "dev.quarry.qapi.generated",
            description = "package of the generated classes (default: ${DEFAULT-VALUE})")
    private String packageName = "";

    @Option(
            names = "--out",
            defaultValue = ".",
            description = "source root to write under (default: the working directory)")
    private Path out = Path.of(".");

    @ArgGroup(exclusive = true, multiplicity = "1")
    private SchemaInput input = new SchemaInput();

    @Mixin private DialectOption dialect = new DialectOption();

    @Override
    public void run() {
        new Generation(input.schema(dialect.dialect()), packageName).writeSources(out);
    }
}
