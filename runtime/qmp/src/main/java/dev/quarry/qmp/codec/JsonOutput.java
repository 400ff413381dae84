package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the values that have no {@code encode} of their own. */
public final class JsonOutput {
    private JsonOutput() {}

    /** Writes one element of a list. */
    @FunctionalInterface
    public interface ElementWriter<T> {
        void write(JsonGenerator out, T element);
    }

    /** Writes a JSON array. */
    public static <T> void list(JsonGenerator out, List<T> values, ElementWriter<T> writer) {
        out.writeStartArray();
        for (T value : values) {
            writer.write(out, value);
        }
        out.writeEndArray();
    }

    /**
     * Writes any JSON value; needs nothing of the generator's context, unlike {@code writeTree}.
     */
    public static void any(JsonGenerator out, JsonNode node) {
        switch (node.getNodeType()) {
            case OBJECT -> object(out, node);
            case ARRAY -> array(out, node);
            case STRING -> out.writeString(node.stringValue());
            case BOOLEAN -> out.writeBoolean(node.booleanValue());
            case NUMBER -> number(out, node);
            case NULL -> out.writeNull();
            default -> throw new IllegalArgumentException("not JSON: " + node.getNodeType());
        }
    }

    /** Writes members, without the object around them. */
    public static void members(JsonGenerator out, Map<String, JsonNode> members) {
        members(out, members.entrySet());
    }

    private static void members(JsonGenerator out, Set<Map.Entry<String, JsonNode>> members) {
        for (Map.Entry<String, JsonNode> member : members) {
            out.writeName(member.getKey());
            any(out, member.getValue());
        }
    }

    private static void object(JsonGenerator out, JsonNode node) {
        out.writeStartObject();
        members(out, node.properties());
        out.writeEndObject();
    }

    private static void array(JsonGenerator out, JsonNode node) {
        out.writeStartArray();
        for (JsonNode element : node.values()) {
            any(out, element);
        }
        out.writeEndArray();
    }

    private static void number(JsonGenerator out, JsonNode node) {
        if (node.isIntegralNumber()) {
            out.writeNumber(node.bigIntegerValue());
        } else {
            out.writeNumber(node.doubleValue());
        }
    }
}
