package dev.quarry.daemon.qmp;

import java.util.Set;

/** What the clients of a monitor may do. */
public enum Role {
    /** Everything. */
    FULL,

    /** Ask, but change nothing. */
    READ_ONLY;

    private static final String QUERY = "query-";
    private static final Set<String> HARMLESS =
            Set.of(
                    Negotiation.COMMAND,
                    "qom-get",
                    "qom-list",
                    "qom-list-properties",
                    "qom-list-types");

    /** Whether a client may run the command of this name. */
    boolean allows(String command) {
        return this == FULL || command.startsWith(QUERY) || HARMLESS.contains(command);
    }
}
