package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.Diagnostics;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;

/** {@code qapi check}: says what is wrong with schemas, and nothing where nothing is. */
@Command(
        name = "check",
        description = "Checks schemas; prints what is wrong, or nothing.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Runnable {
    @Parameters(paramLabel = "ROOT", arity = "1..*", description = "root files of schemas")
    private List<Path> roots = List.of();

    @Mixin private DialectOption dialect = new DialectOption();

    @Override
    public void run() {
        Diagnostics diagnostics = new Diagnostics();
        roots.forEach(
                root -> diagnostics.collect(() -> SchemaChecker.check(root, dialect.dialect())));
        diagnostics.failIfAny();
    }
}
