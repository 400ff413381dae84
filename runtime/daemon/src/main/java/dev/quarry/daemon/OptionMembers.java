package dev.quarry.daemon;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes the members of an option apart that is not in the schema ({@code --chardev}, {@code
 * --monitor}). Each is taken once; {@link #end} refuses what nobody took.
 */
final class OptionMembers {
    private final ObjectNode members;

    /**
     * Reads an option's text.
     *
     * @throws CommandLineException if it is malformed
     */
    OptionMembers(StartOption option) {
        members = KeyvalOptions.parse(option.text(), option.kind().impliedKey());
    }

    /**
     * A member that has to be there.
     *
     * @throws CommandLineException if it is not
     */
    String text(String name) {
        String text = optionalText(name);
        if (text == null) {
            throw new CommandLineException("'" + name + "' is missing");
        }
        return text;
    }

    /** A member that may be missing: null then. */
    @Nullable String optionalText(String name) {
        JsonNode value = members.remove(name);
        if (value == null) {
            return null;
        }
        if (value.isContainer()) {
            throw new CommandLineException("'" + name + "' must be a plain value");
        }
        return value.asString();
    }

    /** A member that is on or off. */
    boolean flag(String name, boolean whenMissing) {
        String text = optionalText(name);
        return switch (text) {
            case null -> whenMissing;
            case "on", "true" -> true;
            case "off", "false" -> false;
            default ->
                    throw new CommandLineException(
                            "'" + name + "' must be on or off, not '" + text + "'");
        };
    }

    /** A TCP port, 0 to 65535. */
    int port(String name) {
        return number(name, text(name), 65_535);
    }

    /** A time in seconds, up to a day; 0 if it is missing. */
    int seconds(String name) {
        String text = optionalText(name);
        return text == null ? 0 : number(name, text, 86_400);
    }

    private static int number(String name, String text, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number <= most) {
                return number;
            }
            throw new CommandLineException(
                    "'" + name + "' must be from 0 to " + most + ", not " + text);
        } catch (NumberFormatException e) {
            throw new CommandLineException(
                    "'" + name + "' must be a number, not '" + text + "'", e);
        }
    }

    /** Refuses the members nobody took, by name. */
    void end() {
        if (!members.isEmpty()) {
            throw new CommandLineException(
                    "'" + members.propertyNames().iterator().next() + "' is not supported here");
        }
    }
}
