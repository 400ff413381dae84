package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

import java.util.List;
import java.util.Map;

/** A value of the schema language, with the place of its first token. */
public sealed interface Value {
    Location location();

    /** A string. */
    record Text(String text, Location location) implements Value {}

    /** {@code true} or {@code false}. */
    record Flag(boolean value, Location location) implements Value {}

    /** A list. */
    record Array(List<Value> elements, Location location) implements Value {}

    /**
     * An object.
     *
     * @param members in the order of the text
     */
    record Dictionary(Map<String, Value> members, Location location) implements Value {
        public boolean has(String key) {
            return members.containsKey(key);
        }
    }
}
