package dev.quarry.daemon;

import dev.quarry.qmp.keyval.Keyval;
import dev.quarry.qmp.keyval.KeyvalException;

import tools.jackson.databind.node.ObjectNode;

/** The text of one option, in either of its syntaxes, as a JSON object: see {@link Keyval}. */
final class KeyvalOptions {
    private KeyvalOptions() {}

    /** Whether {@code text} is JSON, where scalars have their own types, rather than keyval. */
    static boolean isJson(String text) {
        return Keyval.isJson(text);
    }

    /**
     * Reads {@code text}.
     *
     * @param impliedKey the key of a first piece that has none, or "" where the option has no such
     *     key
     * @throws CommandLineException naming what is wrong
     */
    static ObjectNode parse(String text, String impliedKey) {
        try {
            return Keyval.parse(text, impliedKey);
        } catch (KeyvalException e) {
            throw new CommandLineException(String.valueOf(e.getMessage()), e);
        }
    }
}
