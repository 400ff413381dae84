package dev.quarry.daemon.command;

import java.util.Set;

/**
 * The queries that touch no disk and wait for nobody. Monitors answer them at once, and in Quarry's
 * own dialect they may be sent out of band, to overtake a command that hangs.
 */
public final class QuickCommands {
    /** Their names. */
    public static final Set<String> NAMES =
            Set.of("query-commands", "query-qmp-schema", "query-version");

    private QuickCommands() {}
}
