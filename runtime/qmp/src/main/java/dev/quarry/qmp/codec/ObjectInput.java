package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * A JSON object being decoded member by member. {@link #finish} or {@link #rest} comes last, and
 * refuses or returns what nobody asked for. Used by the one thread that decodes.
 */
public final class ObjectInput {
    private final JsonInput input;
    private final Set<String> taken = new HashSet<>();

    ObjectInput(JsonInput input) {
        this.input = input;
    }

    public Conditions conditions() {
        return input.conditions();
    }

    /** The mandatory member of that name, decoded. */
    public <T> T required(String name, Function<JsonInput, T> decoder) {
        T value = optional(name, decoder);
        if (value == null) {
            throw QmpException.generic("Parameter '" + input.memberPath(name) + "' is missing");
        }
        return value;
    }

    /** The optional member of that name, decoded; null where it is absent. JSON null is present. */
    public <T> @Nullable T optional(String name, Function<JsonInput, T> decoder) {
        JsonNode value = input.node().get(name);
        if (value == null) {
            return null;
        }
        taken.add(name);
        return decoder.apply(input.member(name, value));
    }

    /** A mandatory member that exists only where its condition holds; else null. */
    public <T> @Nullable T requiredIf(boolean holds, String name, Function<JsonInput, T> decoder) {
        return holds && !input.isLenient()
                ? required(name, decoder)
                : optionalIf(holds, name, decoder);
    }

    /** An optional member that exists only where its condition holds; else null. */
    public <T> @Nullable T optionalIf(boolean holds, String name, Function<JsonInput, T> decoder) {
        return holds ? optional(name, decoder) : null;
    }

    /**
     * This object, where the branch's condition holds.
     *
     * @param tag the discriminator's wire name
     */
    public ObjectInput branchIf(boolean holds, String tag) {
        if (!holds) {
            throw QmpException.generic(
                    "Parameter '"
                            + input.memberPath(tag)
                            + "' does not accept value '"
                            + input.node().path(tag).asString()
                            + "'");
        }
        return this;
    }

    /** Refuses every member that was not asked for, unless the input is lenient. */
    public void finish() {
        rest();
    }

    /** As {@link #finish}, handing on what was made of the members. */
    public <T> T finish(T value) {
        rest();
        return value;
    }

    /**
     * The members that were not asked for, in order: what a newer server sends. Counts as asking.
     *
     * @throws QmpException there is one, and the input is strict
     */
    public Map<String, JsonNode> rest() {
        if (taken.size() == input.node().size()) {
            return Map.of();
        }
        Map<String, JsonNode> rest = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> member : input.node().properties()) {
            if (taken.add(member.getKey())) {
                rest.put(member.getKey(), kept(member.getKey(), member.getValue()));
            }
        }
        return rest;
    }

    private JsonNode kept(String name, JsonNode value) {
        if (!input.isLenient()) {
            throw QmpException.generic("Parameter '" + input.memberPath(name) + "' is unexpected");
        }
        return value;
    }
}
