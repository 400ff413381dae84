package dev.quarry.daemon.command;

import dev.quarry.qapi.generated.SchemaInfo;
import dev.quarry.qmp.codec.Command;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The queries that touch no disk and wait for nobody. Monitors answer them at once, and in Quarry's
 * own dialect they may be sent out of band, to overtake a command that hangs.
 */
public final class QuickCommands {
    /** Their names. */
    public static final Set<String> NAMES =
            Set.of(
                    "qom-get",
                    "qom-list",
                    "query-chardev",
                    "query-commands",
                    "query-qmp-schema",
                    "query-version");

    private QuickCommands() {}

    /** The same commands, of which these may be sent out of band. */
    public static List<Command> outOfBand(List<Command> commands) {
        return commands.stream().map(QuickCommands::outOfBand).toList();
    }

    /** The same schema, with that said of them. */
    static List<SchemaInfo> shownOutOfBand(List<SchemaInfo> schema) {
        return schema.stream().map(QuickCommands::shown).toList();
    }

    private static Command outOfBand(Command command) {
        if (!NAMES.contains(command.name())) {
            return command;
        }
        Set<Command.Flag> flags = new HashSet<>(command.flags());
        flags.add(Command.Flag.ALLOW_OOB);
        return new Command(command.name(), flags, command.condition(), command.handler());
    }

    private static SchemaInfo shown(SchemaInfo element) {
        return element instanceof SchemaInfo.Command command && NAMES.contains(command.name())
                ? command.toBuilder().allowOob(true).build()
                : element;
    }
}
