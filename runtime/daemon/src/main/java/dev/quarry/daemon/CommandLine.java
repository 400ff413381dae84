package dev.quarry.daemon;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the user asked for on the command line. Options about the process ({@code --help}, {@code
 * --version}, {@code --pidfile}, {@code --daemonize}, {@code --compat}) count wherever they stand;
 * those that build something are kept in their order.
 */
final class CommandLine {
    private static final String HELP = "--help";
    private static final String VERSION = "--version";
    private static final String PIDFILE = "--pidfile";
    private static final String DAEMONIZE = "--daemonize";
    private static final String COMPAT = "--compat";

    private final List<StartOption> options = new ArrayList<>();
    private final picocli.CommandLine parser;
    private final ParseResult result;

    private CommandLine(List<String> args) {
        parser = parser(args.contains(HELP));
        result = parsed(args);
    }

    /**
     * Reads the command line; builds and opens nothing.
     *
     * @throws CommandLineException in one line, if it is wrong
     */
    static CommandLine parse(List<String> args) {
        return new CommandLine(args);
    }

    /** Whether help was asked for: print {@link #usage()} and leave. */
    boolean help() {
        return result.hasMatchedOption(HELP);
    }

    /** Whether the version was asked for. */
    boolean version() {
        return result.hasMatchedOption(VERSION);
    }

    /** Whether to go on in the background once everything is up. */
    boolean daemonize() {
        return result.hasMatchedOption(DAEMONIZE);
    }

    /** Where to write the process id once everything is up, or null. */
    @Nullable Path pidfile() {
        String file = result.matchedOptionValue(PIDFILE, null);
        return file == null ? null : Path.of(file);
    }

    /** The dialect to speak; native unless the user says otherwise. */
    Compat compat() {
        return Compat.of(result.matchedOptionValue(COMPAT, "native"));
    }

    /** What to build, in order. */
    List<StartOption> options() {
        return List.copyOf(options);
    }

    /** The text of {@code --help}. */
    String usage() {
        return parser.getUsageMessage(picocli.CommandLine.Help.Ansi.OFF);
    }

    private ParseResult parsed(List<String> args) {
        try {
            ParseResult parsed = parser.parseArgs(args.toArray(String[]::new));
            Compat.of(parsed.matchedOptionValue(COMPAT, "native"));
            return parsed;
        } catch (ParameterException e) {
            throw new CommandLineException(oneLine(e) + "; see quarryd --help", e);
        }
    }

    private static String oneLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong option");
    }

    private picocli.CommandLine parser(boolean forHelp) {
        CommandSpec spec = CommandSpec.create().name("quarryd");
        spec.addOption(flag("-h", HELP).description("Show this help and exit.").build());
        spec.addOption(flag("-V", VERSION).description("Show the version and exit.").build());
        for (StartOption.Kind kind : StartOption.Kind.values()) {
            spec.addOption(building(kind));
        }
        spec.addOption(valued(COMPAT, "DIALECT").description(CommandLineHelp.COMPAT).build());
        spec.addOption(valued(PIDFILE, "FILE").description(CommandLineHelp.PIDFILE).build());
        spec.addOption(flag(DAEMONIZE).description(CommandLineHelp.DAEMONIZE).build());
        for (String name : CommandLineHelp.UNSUPPORTED) {
            spec.addOption(refused(name));
        }
        if (forHelp) {
            CommandLineHelp.describe(spec.usageMessage());
        }
        return new picocli.CommandLine(spec).setExpandAtFiles(false);
    }

    private static OptionSpec.Builder flag(String name, String... more) {
        return OptionSpec.builder(name, more).type(boolean.class).arity("0");
    }

    private static OptionSpec.Builder valued(String name, String label) {
        return OptionSpec.builder(name).type(String.class).arity("1").paramLabel(label);
    }

    /** An option that may be repeated; each value joins {@link #options} as it is met. */
    private OptionSpec building(StartOption.Kind kind) {
        return OptionSpec.builder(kind.option())
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .paramLabel("OPTIONS")
                .description(CommandLineHelp.of(kind))
                .parameterConsumer((values, option, command) -> {
                    if (values.isEmpty()) {
                        throw missing(command.commandLine(), kind.option());
                    }
                    options.add(new StartOption(kind, values.pop()));
                })
                .build();
    }

    /** An option of the original that is not built: refused by name, never ignored. */
    private static OptionSpec refused(String name) {
        return OptionSpec.builder(name)
                .type(String.class)
                .arity("0..1")
                .hidden(true)
                .parameterConsumer((values, option, command) -> {
                    throw new ParameterException(command.commandLine(), name + " is not supported");
                })
                .build();
    }

    private static ParameterException missing(picocli.CommandLine parser, String option) {
        return new ParameterException(parser, option + " needs a value");
    }
}
