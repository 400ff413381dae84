package dev.quarry.daemon.object;

import dev.quarry.qmp.codec.JsonInput;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A property of an object.
 *
 * @param type of its value, in the schema's words
 * @param reader gives the value; null where it stays inside
 * @param writer takes a new value, or throws a {@code QmpException}; null where it cannot be
 *     changed
 */
public record Property(
        String type, @Nullable Supplier<JsonNode> reader, @Nullable Consumer<JsonInput> writer) {

    /** A switch that stays as it is. */
    static Property flag(boolean value) {
        return new Property("bool", () -> JsonNodeFactory.instance.booleanNode(value), null);
    }

    /** A text that stays as it is. */
    static Property text(String type, String value) {
        return new Property(type, () -> JsonNodeFactory.instance.stringNode(value), null);
    }
}
