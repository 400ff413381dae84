package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * A command.
 *
 * @param arguments the type of its arguments, or null where it has none
 * @param returns the type it returns, or null where it returns nothing
 */
public record CommandDefinition(
        String name,
        @Nullable TypeRef arguments,
        @Nullable TypeRef returns,
        Set<Flag> flags,
        Origin origin)
        implements Definition {

    /** What differs from an ordinary command. */
    public enum Flag {
        /** {@code 'gen': false}: arguments and result are not of the types given. */
        NO_MARSHALLING,
        NO_SUCCESS_RESPONSE,
        BOXED,
        ALLOW_OOB,
        ALLOW_PRECONFIG,
        COROUTINE
    }

    public CommandDefinition {
        flags = Set.copyOf(flags);
    }

    public boolean has(Flag flag) {
        return flags.contains(flag);
    }

    @Override
    public String describe() {
        return "command '" + name + "'";
    }
}
