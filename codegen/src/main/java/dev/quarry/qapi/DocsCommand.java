package dev.quarry.qapi;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;

/** {@code qapi docs}: writes the reference manual of a schema. */
@Command(
        name = "docs",
        description =
                "Writes a manual of a schema: HTML that is read without a server, one page a file.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi docs --out manual root.json",
            "  qapi docs --out manual --title 'My protocol' --dialect 7.2 qapi/qapi-schema.json"
        })
final class DocsCommand implements Runnable {
    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "folder to write to; pages of an earlier run in it are removed")
    private Path out = Path.of("");

    @Option(
            names = "--title",
            description = "what the manual is called (default: the schema's name)")
    private @Nullable String title;

    @Parameters(paramLabel = "ROOT", description = "root file of the schema")
    private Path root = Path.of("");

    @Mixin private DialectOption dialect = new DialectOption();

    @Override
    public void run() {
        ManualGeneration.write(root, dialect.dialect(), title, out);
    }
}
