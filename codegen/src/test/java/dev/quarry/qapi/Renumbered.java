package dev.quarry.qapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * An answer to {@code query-qmp-schema} in a form that two answers with the same content share:
 * types are numbered, and stand, in the order of their first mention; those that are never
 * mentioned are left out, and so is what older releases say of the same things in other words.
 */
final class Renumbered {
    private static final Set<String> KEPT = Set.of("str", "int", "number", "bool", "any", "null");
    private static final List<String> REFERENCES = List.of("arg-type", "ret-type", "element-type");

    private final Map<String, JsonNode> types = new HashMap<>();
    private final Map<String, String> masks = new HashMap<>();
    private final Set<String> mentioned = new HashSet<>();
    private final List<String> queue = new ArrayList<>();
    private final ArrayNode result = JsonNodeFactory.instance.arrayNode();

    private Renumbered() {}

    static JsonNode answer(JsonNode answer) {
        Renumbered renumbered = new Renumbered();
        answer.values().forEach(renumbered::commandOrEvent);
        for (int i = 0; i < renumbered.queue.size(); i++) {
            String type = renumbered.queue.get(i);
            renumbered.add(Objects.requireNonNull(renumbered.types.get(type), type));
        }
        return renumbered.result;
    }

    private static JsonNode inner(JsonNode element) {
        return element.has("if") && element.has("value") ? element.get("value") : element;
    }

    private void commandOrEvent(JsonNode element) {
        String kind = inner(element).path("meta-type").stringValue();
        if (kind.equals("command") || kind.equals("event")) {
            add(element);
        } else {
            types.put(inner(element).path("name").stringValue(), element);
        }
    }

    private void add(JsonNode element) {
        ObjectNode info = (ObjectNode) inner(element);
        String kind = info.path("meta-type").stringValue();
        if (!kind.equals("command") && !kind.equals("event")) {
            put(info, "name");
        }
        REFERENCES.forEach(member -> put(info, member));
        if (kind.equals("enum")) {
            olderForm(info);
        } else {
            info.path("members").values().forEach(m -> put((ObjectNode) inner(m), "type"));
            info.path("variants").values().forEach(v -> put((ObjectNode) inner(v), "type"));
        }
        if (!info.path("allow-oob").asBoolean(true)) {
            info.remove("allow-oob");
        }
        result.add(element);
    }

    /** Releases before 6.2 have strings for an enumeration's values; later ones have both. */
    private static void olderForm(ObjectNode info) {
        if (info.has("values")) {
            info.remove("members");
        }
    }

    private void put(ObjectNode object, String member) {
        if (object.has(member)) {
            String type = object.get(member).stringValue();
            if (mentioned.add(type)) {
                queue.add(type);
            }
            object.put(member, number(type));
        }
    }

    private String number(String type) {
        if (type.startsWith("[")) {
            return "[" + number(type.substring(1, type.length() - 1)) + "]";
        }
        return KEPT.contains(type)
                ? type
                : masks.computeIfAbsent(type, n -> Integer.toString(masks.size()));
    }
}
