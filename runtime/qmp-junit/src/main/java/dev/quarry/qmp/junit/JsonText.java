package dev.quarry.qmp.junit;

import dev.quarry.qmp.RelaxedJson;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** JSON as it is written in tests: QEMU's, with strings in single quotes if one likes. */
final class JsonText {
    private JsonText() {}

    /**
     * Parses one value.
     *
     * @throws IllegalArgumentException if it is not JSON
     */
    static JsonNode parse(String text) {
        return RelaxedJson.parse(text);
    }

    static Encodable encodable(JsonNode value) {
        return out -> JsonOutput.any(out, value);
    }

    /** Whether a value has all that a pattern has; objects may have more. */
    static boolean contains(JsonNode value, @Nullable JsonNode pattern) {
        if (pattern == null) {
            return true;
        }
        if (!pattern.isObject()) {
            return value.equals(pattern);
        }
        return value.isObject()
                && pattern.propertyStream()
                        .allMatch(member ->
                                value.has(member.getKey())
                                        && contains(value.get(member.getKey()), member.getValue()));
    }
}
