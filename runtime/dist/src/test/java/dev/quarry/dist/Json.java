package dev.quarry.dist;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads JSON. */
final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    static JsonNode strict(String text) {
        return MAPPER.readTree(text);
    }

    /** Reads a text of the tests' own, where single quotes may stand for double ones. */
    static JsonNode loose(String text) {
        return strict(text.replace('\'', '"'));
    }
}
