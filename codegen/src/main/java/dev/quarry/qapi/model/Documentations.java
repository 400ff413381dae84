package dev.quarry.qapi.model;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds a member's documentation: it stands in the block of the definition that wrote the member.
 */
public final class Documentations {
    private final Map<String, Documentation> byType = new HashMap<>();

    public Documentations(Schema schema) {
        for (ObjectType type : schema.all(ObjectType.class)) {
            Definition owner = schema.definitions().getOrDefault(type.origin().owner(), type);
            byType.put(type.name(), owner.documentation());
        }
    }

    /** The text of a member; empty where it is not documented. */
    public String member(Member member) {
        return byType.getOrDefault(member.definedIn(), Documentation.NONE).member(member.name());
    }
}
