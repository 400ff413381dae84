package dev.quarry.qmp.keyval;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The nested objects that dotted keys spell, while they are collected. An inner map whose keys are
 * all indices becomes an array in the end.
 */
final class KeyvalTree {
    private static final Pattern FRAGMENT =
            Pattern.compile("[0-9]{1,9}|(__[a-z0-9.-]+_)?[A-Za-z][A-Za-z0-9_-]{0,126}");
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

    /** A leaf is a String, an inner node another tree. */
    private final Map<String, Object> members = new LinkedHashMap<>();

    /**
     * Sets the value of a dotted key.
     *
     * @throws KeyvalException if the key is malformed, or names both a value and an object
     */
    void put(String dottedKey, String value) {
        String[] fragments = dottedKey.split("\\.", -1);
        KeyvalTree tree = this;
        for (int i = 0; i < fragments.length - 1; i++) {
            tree = tree.child(fragments[i], dottedKey);
        }
        Object before =
                tree.members.put(checked(fragments[fragments.length - 1], dottedKey), value);
        if (before instanceof KeyvalTree) {
            throw clash(dottedKey);
        }
    }

    /** The whole as JSON. */
    ObjectNode toJson() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        members.forEach((key, member) -> object.set(key, json(member, key)));
        return object;
    }

    private KeyvalTree child(String fragment, String dottedKey) {
        Object child =
                members.computeIfAbsent(checked(fragment, dottedKey), key -> new KeyvalTree());
        if (child instanceof KeyvalTree tree) {
            return tree;
        }
        throw clash(dottedKey);
    }

    private static String checked(String fragment, String dottedKey) {
        if (!FRAGMENT.matcher(fragment).matches()) {
            throw new KeyvalException("'" + dottedKey + "' is not a valid option name");
        }
        return fragment;
    }

    private static KeyvalException clash(String dottedKey) {
        return new KeyvalException(
                "'" + dottedKey + "' is given a value here, and members in another place");
    }

    private static JsonNode json(Object member, String path) {
        if (member instanceof KeyvalTree tree) {
            return tree.isArray() ? tree.toArray(path) : tree.toObject(path);
        }
        return JsonNodeFactory.instance.stringNode((String) member);
    }

    private boolean isArray() {
        return members.keySet().stream().allMatch(key -> INDEX.matcher(key).matches());
    }

    private ObjectNode toObject(String path) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        members.forEach((key, member) -> object.set(key, json(member, path + "." + key)));
        return object;
    }

    private ArrayNode toArray(String path) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < members.size(); i++) {
            Object member = members.get(Integer.toString(i));
            if (member == null) {
                throw new KeyvalException("'" + path + "." + i + "' is missing");
            }
            array.add(json(member, path + "." + i));
        }
        return array;
    }
}
