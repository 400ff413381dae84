package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.math.BigInteger;
import java.util.Map;

/**
 * Gives the strings of keyval syntax the types that a server's schema asks for. What does not fit
 * stays a string, for the server to refuse by name.
 */
final class Typing {
    private Typing() {}

    /** The value with the types of its schema. */
    static JsonNode typed(JsonNode value, SchemaType type) {
        if (value.isObject()) {
            return object((ObjectNode) value, type.alternative("object"));
        }
        if (value.isArray()) {
            return array((ArrayNode) value, type.alternative("array"));
        }
        return scalar(value, type);
    }

    private static JsonNode object(ObjectNode value, @Nullable SchemaType type) {
        if (type == null) {
            return value;
        }
        ObjectNode typed = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            typed.set(member.getKey(), member.getValue());
        }
        for (SchemaType.Member member : type.members(name -> value.path(name).asString(null))) {
            JsonNode given = value.get(member.name());
            if (given != null) {
                typed.set(member.name(), typed(given, member.type()));
            }
        }
        return typed;
    }

    private static JsonNode array(ArrayNode value, @Nullable SchemaType type) {
        if (type == null) {
            return value;
        }
        ArrayNode typed = JsonNodeFactory.instance.arrayNode();
        value.valueStream().map(element -> typed(element, type.element())).forEach(typed::add);
        return typed;
    }

    /** A word of an enumeration is that word, even where a boolean would do as well. */
    private static JsonNode scalar(JsonNode value, SchemaType type) {
        String text = value.asString("");
        boolean word =
                type.alternatives().stream()
                        .anyMatch(t -> t.kind().equals("enum") && t.words().contains(text));
        if (word) {
            return value;
        }
        return type.alternatives().stream()
                .map(alternative -> builtin(text, alternative.jsonType(), value))
                .filter(node -> !node.equals(value))
                .findFirst()
                .orElse(value);
    }

    private static JsonNode builtin(String text, String jsonType, JsonNode otherwise) {
        return switch (jsonType) {
            case "int" -> integer(text, otherwise);
            case "number" -> number(text, otherwise);
            case "boolean" -> bool(text, otherwise);
            case "value" -> any(text, otherwise);
            default -> otherwise;
        };
    }

    private static JsonNode integer(String text, JsonNode otherwise) {
        return text.matches("-?[0-9]{1,40}")
                ? BigIntegerNode.valueOf(new BigInteger(text))
                : otherwise;
    }

    private static JsonNode number(String text, JsonNode otherwise) {
        try {
            return JsonNodeFactory.instance.numberNode(Double.parseDouble(text));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private static JsonNode bool(String text, JsonNode otherwise) {
        return switch (text) {
            case "on", "yes", "true", "y" -> BooleanNode.TRUE;
            case "off", "no", "false", "n" -> BooleanNode.FALSE;
            default -> otherwise;
        };
    }

    /** Where the schema allows anything, what looks like a number or a truth value is one. */
    private static JsonNode any(String text, JsonNode otherwise) {
        return switch (text) {
            case "true" -> BooleanNode.TRUE;
            case "false" -> BooleanNode.FALSE;
            default -> integer(text, otherwise);
        };
    }
}
