package dev.quarry.qapi.java;

import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds a member's documentation: it stands in the block of the definition that wrote the member.
 */
final class Documentations {
    private final Map<String, Documentation> byType = new HashMap<>();

    Documentations(Schema schema) {
        for (ObjectType type : schema.all(ObjectType.class)) {
            Definition owner = schema.definitions().getOrDefault(type.origin().owner(), type);
            byType.put(type.name(), owner.documentation());
        }
    }

    String member(Member member) {
        return byType.getOrDefault(member.definedIn(), Documentation.NONE).member(member.name());
    }
}
