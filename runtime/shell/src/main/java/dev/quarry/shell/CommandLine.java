package dev.quarry.shell;

import dev.quarry.qmp.RelaxedJson;
import dev.quarry.qmp.Request;
import dev.quarry.qmp.codec.QmpException;
import dev.quarry.qmp.keyval.Keyval;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A line as a command. There are three forms: {@code command key=value key.sub=value}, where a
 * comma may stand for a blank as on QEMU's command line; {@code command {JSON}}; and a whole
 * message, <code>{"execute": …}</code>.
 */
final class CommandLine {
    private CommandLine() {}

    /**
     * Reads a line that is not blank.
     *
     * @param schema gives values their types
     * @throws IllegalArgumentException or KeyvalException, saying what is wrong
     */
    static Request parse(String line, Schema schema) {
        String text = line.strip();
        if (text.startsWith("{")) {
            return message(RelaxedJson.parse(text));
        }
        String name = text.split("\\s", 2)[0];
        String rest = text.substring(name.length()).strip();
        return new Request(name, false, arguments(name, rest, schema));
    }

    private static Request message(JsonNode message) {
        try {
            return Request.parse(message, true);
        } catch (QmpException e) {
            throw new IllegalArgumentException(e.description(), e);
        }
    }

    private static JsonNode arguments(String command, String text, Schema schema) {
        if (text.startsWith("{")) {
            return object(RelaxedJson.parse(text));
        }
        if (text.isEmpty()) {
            return JsonNodeFactory.instance.objectNode();
        }
        JsonNode strings = Keyval.parse(String.join(",", Words.of(text)), "");
        SchemaType type = schema.arguments(command);
        return type == null ? strings : Typing.typed(strings, type);
    }

    private static JsonNode object(JsonNode value) {
        if (!value.isObject()) {
            throw new IllegalArgumentException("arguments have to be an object");
        }
        return value;
    }
}
