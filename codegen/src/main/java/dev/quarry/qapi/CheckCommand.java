package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Diagnostics;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code qapi check}: says what is wrong with schemas, and nothing where nothing is. */
@Command(
        name = "check",
        description = "Checks schemas; prints what is wrong, or nothing.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi check root.json",
            "  qapi check --dialect 7.2 qapi/qapi-schema.json qga/qapi-schema.json",
            "  qapi check --lint root.json"
        })
final class CheckCommand implements Runnable {
    @Parameters(paramLabel = "ROOT", arity = "1..*", description = "root files of schemas")
    private List<Path> roots = List.of();

    @Option(
            names = "--lint",
            description =
                    "also print what is no error: documentation that is missing, of nothing, or"
                            + " not laid out as later releases want it")
    private boolean lint;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Mixin private DialectOption dialect = new DialectOption();

    @Override
    public void run() {
        Diagnostics diagnostics = new Diagnostics();
        List<Diagnostic> found = new ArrayList<>();
        roots.forEach(root ->
                diagnostics.collect(
                        () -> found.addAll(SchemaChecker.lint(root, dialect.dialect()))));
        if (lint) {
            found.forEach(spec.commandLine().getErr()::println);
        }
        diagnostics.failIfAny();
    }
}
