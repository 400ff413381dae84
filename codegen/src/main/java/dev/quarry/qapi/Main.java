package dev.quarry.qapi;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command {@code qapi}: one subcommand for each output. */
@Command(
        name = "qapi",
        description = "Compiles QAPI schemas.",
        mixinStandardHelpOptions = true,
        version = "qapi 0.1.0",
        subcommands = {
            CheckCommand.class,
            JavaCommand.class,
            IntrospectCommand.class,
            JsonSchemaCommand.class,
            DiffCommand.class
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
