package dev.quarry.qapi;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ScopeType;

/** The command {@code qapi}: one subcommand for each output. */
@Command(
        name = "qapi",
        description = "Compiles QAPI schemas, of any release of QEMU and of other projects.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:good",
            "1:the schema is bad, or a file can't be read or written",
            "2:wrong usage",
            "3:a client of the old schema would break (diff)"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  qapi check --lint root.json",
            "  qapi java --package org.example.api --out src/main/java root.json",
            "  qapi introspect root.json >query-qmp-schema.json",
            "  qapi help diff"
        },
        subcommands = {
            CheckCommand.class,
            JavaCommand.class,
            IntrospectCommand.class,
            JsonSchemaCommand.class,
            DocsCommand.class,
            DiffCommand.class,
            HelpCommand.class
        })
public final class Main {
    private Main() {}

    /** Runs the command line; exits with 0, 1 where the schema is wrong, 2 where the usage is. */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    /** As {@link #main}, but returns the exit status. */
    public static int run(String... args) {
        return commandLine().execute(args);
    }

    static CommandLine commandLine() {
        return new CommandLine(new Main()).setExecutionExceptionHandler(new Failures());
    }
}
