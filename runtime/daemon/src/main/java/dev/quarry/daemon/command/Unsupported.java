package dev.quarry.daemon.command;

import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

/** Refuses, by name, what the schema has and Quarry has not yet: nothing is ignored silently. */
final class Unsupported {
    private Unsupported() {}

    /** Refuses an optional parameter if it is there. */
    static void refuse(String parameter, @Nullable Object value) {
        if (value != null) {
            throw QmpException.generic("Parameter '" + parameter + "' is not supported");
        }
    }

    /** Refuses a switch if it is on; off says nothing. */
    static void refuseOn(String parameter, @Nullable Boolean value) {
        if (Boolean.TRUE.equals(value)) {
            throw QmpException.generic("Parameter '" + parameter + "' does not support true");
        }
    }
}
