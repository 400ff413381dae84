package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the command line says.
 *
 * @param address a path, or host and port
 * @param command the words of a single command; empty for a prompt or a script
 * @param json whether a program reads the output
 * @param timeout for each command; zero for none
 */
record Options(String address, List<String> command, boolean json, Duration timeout) {
    private static final String ADDRESS = "ADDRESS";
    private static final String COMMAND = "COMMAND";

    /**
     * Reads a command line.
     *
     * @return null if it asks for help
     * @throws ParameterException saying what is wrong
     */
    static @Nullable Options parse(String... arguments) {
        ParseResult result = parser().parseArgs(arguments);
        if (result.isUsageHelpRequested()) {
            return null;
        }
        List<String> words = result.matchedPositionalValue(1, List.of());
        return new Options(
                result.matchedPositionalValue(0, ""),
                words,
                result.hasMatchedOption("--json"),
                Duration.ofMillis((long) (1000 * result.matchedOptionValue("--timeout", 60.0))));
    }

    static String usage() {
        return parser().getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    /** The host of a TCP address, or null if it is a unix socket's path. */
    @Nullable String host() {
        boolean tcp = address.matches("[^/]+:[0-9]{1,5}");
        return tcp ? address.substring(0, address.lastIndexOf(':')) : null;
    }

    int port() {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }

    Path path() {
        return Path.of(address);
    }

    private static CommandLine parser() {
        CommandSpec spec = CommandSpec.create().name("quarry-shell");
        spec.usageMessage()
                .description(
                        "A shell for any QMP server.",
                        "",
                        "With a COMMAND, carries it out and ends; else reads commands, at a prompt"
                                + " with completion or line by line from standard input.",
                        "")
                .footer(
                        "",
                        "A command is written NAME KEY=VALUE KEY.SUB=VALUE, or NAME {JSON}, or as a"
                                + " whole JSON message.",
                        "Exit status: 0 done, 1 a command was refused, 2 bad usage or no"
                                + " connection.")
                .customSynopsis("quarry-shell [--json] [--timeout=SECONDS] ADDRESS [COMMAND…]");
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel(ADDRESS)
                        .index("0")
                        .required(true)
                        .type(String.class)
                        .description("a unix socket's path, or HOST:PORT")
                        .build());
        spec.addPositional(
                PositionalParamSpec.builder()
                        .paramLabel(COMMAND)
                        .index("1..*")
                        .arity("0..*")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .description("a single command, in one argument or several")
                        .build());
        spec.addOption(
                OptionSpec.builder("--json")
                        .description("print one line of JSON for each reply, error and event")
                        .build());
        spec.addOption(
                OptionSpec.builder("--timeout")
                        .paramLabel("SECONDS")
                        .type(Double.class)
                        .description("how long a command may take (default: 60; 0: no limit)")
                        .build());
        spec.addOption(
                OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("this text")
                        .build());
        return new CommandLine(spec).setExpandAtFiles(false).setStopAtPositional(true);
    }
}
