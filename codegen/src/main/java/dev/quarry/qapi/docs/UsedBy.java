package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which definitions mention a type. */
final class UsedBy {
    private final Map<String, Set<String>> users = new HashMap<>();

    UsedBy(Schema schema) {
        for (Definition definition : schema.definitions().values()) {
            String user = definition.origin().owner();
            if (definition instanceof CommandDefinition command) {
                add(command.arguments(), user);
                add(command.returns(), user);
            } else if (definition instanceof EventDefinition event) {
                add(event.data(), user);
            } else if (definition instanceof AlternateType alternate) {
                alternate.branches().forEach(b -> add(b.type(), user));
            } else if (definition instanceof ObjectType object) {
                object(object, user);
            }
        }
    }

    private void object(ObjectType object, String user) {
        add(object.base(), user);
        object.localMembers().forEach(m -> add(m.type(), user));
        if (object.variants() != null) {
            object.variants().written().forEach(b -> add(b.type(), user));
        }
    }

    private void add(@Nullable TypeRef used, String user) {
        if (used == null) {
            return;
        }
        String name = used.type() instanceof ArrayType array ? array.element().name() : used.name();
        if (!name.equals(user)) {
            users.computeIfAbsent(name, n -> new TreeSet<>()).add(user);
        }
    }

    /** The definitions that mention a type, sorted by name. */
    Collection<String> of(String type) {
        return users.getOrDefault(type, Set.of());
    }
}
