package dev.quarry.qapi.json;

import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.Member;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The members of one JSON object as they are gathered. */
final class ObjectShape {
    private final TypeSchema types;
    private final Documentations documentations;
    private final Predicate<String> identifiers;
    private final Map<String, Object> properties;
    private final List<String> required;

    ObjectShape(TypeSchema types, Documentations documentations, Predicate<String> identifiers) {
        this(types, documentations, identifiers, new LinkedHashMap<>(), new ArrayList<>());
    }

    private ObjectShape(
            TypeSchema types,
            Documentations documentations,
            Predicate<String> identifiers,
            Map<String, Object> properties,
            List<String> required) {
        this.types = types;
        this.documentations = documentations;
        this.identifiers = identifiers;
        this.properties = properties;
        this.required = required;
    }

    /** Another shape that begins with the same members. */
    ObjectShape copy() {
        return new ObjectShape(
                types,
                documentations,
                identifiers,
                new LinkedHashMap<>(properties),
                new ArrayList<>(required));
    }

    /** Adds a union's members; the discriminator has just the branch's value. */
    void add(List<Member> members, Member tag, String branch) {
        for (Member member : members) {
            if (member.equals(tag)) {
                properties.put(tag.name(), Map.of("const", branch));
                required.add(tag.name());
            } else {
                add(List.of(member));
            }
        }
    }

    void add(List<Member> members) {
        for (Member member : members) {
            if (member.condition().holds(identifiers)) {
                add(member);
            }
        }
    }

    private void add(Member member) {
        Map<String, Object> about = new LinkedHashMap<>();
        TypeSchema.describe(about, documentations.member(member), member.features(), identifiers);
        properties.put(member.name(), with(types.use(member.type().type()), about));
        if (!member.optional()) {
            required.add(member.name());
        }
    }

    /**
     * What is said about a reference stands beside it, not in it: tools that resolve references
     * would make another type of it.
     */
    private static Map<String, Object> with(Map<String, Object> type, Map<String, Object> about) {
        Map<String, Object> schema = new LinkedHashMap<>();
        if (type.containsKey("$ref") && !about.isEmpty()) {
            schema.put("allOf", List.of(type));
        } else {
            schema.putAll(type);
        }
        schema.putAll(about);
        return schema;
    }

    /** Writes the members into an object's schema, which allows no others. */
    void finish(Map<String, Object> schema) {
        schema.put("type", "object");
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
    }
}
