package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each type that commands and events lead to is used for, and how often. */
final class Uses {
    private static final Set<Role> EMPTY_MAY_BE =
            EnumSet.of(Role.ARGUMENTS, Role.RESULT, Role.EVENT_DATA, Role.BRANCH);

    private final Map<String, Definition> table;
    private final Map<String, List<Role>> roles = new LinkedHashMap<>();
    private final List<String> queue = new ArrayList<>();
    private final @Nullable String empty;

    /**
     * @param table a checked answer
     */
    Uses(Map<String, Definition> table) {
        this.table = table;
        table.values().forEach(this::root);
        for (int i = 0; i < queue.size(); i++) {
            type(table.get(queue.get(i)));
        }
        this.empty = mostUsedEmpty();
    }

    private void root(Definition definition) {
        if (definition instanceof CommandDefinition command) {
            use(command.arguments(), Role.ARGUMENTS);
            use(command.returns(), Role.RESULT);
        } else if (definition instanceof EventDefinition event) {
            use(event.data(), Role.EVENT_DATA);
        }
    }

    private void use(@Nullable TypeRef ref, Role role) {
        if (ref != null) {
            List<Role> known = roles.computeIfAbsent(ref.name(), n -> new ArrayList<>());
            if (known.isEmpty()) {
                queue.add(ref.name());
            }
            known.add(role);
        }
    }

    private void type(@Nullable Definition type) {
        if (type instanceof ObjectType object) {
            object.localMembers().forEach(m -> use(m.type(), Role.MEMBER));
            if (object.variants() != null) {
                object.variants().written().forEach(b -> use(b.type(), Role.BRANCH));
            }
        } else if (type instanceof ArrayType array) {
            use(array.element(), Role.ELEMENT);
        } else if (type instanceof AlternateType alternate) {
            alternate.branches().forEach(b -> use(b.type(), Role.ALTERNATIVE));
        }
    }

    /** The types in use, in order of first use. */
    Set<String> types() {
        return roles.keySet();
    }

    /** Whether a type is a plain object that is used for nothing else. */
    boolean isOnly(String type, Role role) {
        return isStruct(type)
                && roles.getOrDefault(type, List.of()).stream().allMatch(role::equals);
    }

    /**
     * Whether a type needs no class of its own: the members of one command's arguments, of events.
     */
    boolean isInPlace(String type) {
        return isOnly(type, Role.EVENT_DATA) || (isOnly(type, Role.ARGUMENTS) && count(type) == 1);
    }

    private int count(String type) {
        return roles.getOrDefault(type, List.of()).size();
    }

    private boolean isStruct(String type) {
        return table.get(type) instanceof ObjectType object && object.variants() == null;
    }

    /**
     * The type that stands for no arguments, no result, no members: of the nameless ones without
     * members, the one used most; null where there is none.
     */
    @Nullable String empty() {
        return empty;
    }

    private @Nullable String mostUsedEmpty() {
        String most = null;
        for (String type : roles.keySet()) {
            if (mayBeEmpty(type) && (most == null || count(type) > count(most))) {
                most = type;
            }
        }
        return most;
    }

    private boolean mayBeEmpty(String type) {
        return TypeNames.isNameless(type)
                && table.get(type) instanceof ObjectType object
                && object.variants() == null
                && object.localMembers().isEmpty()
                && object.features().isEmpty()
                && EMPTY_MAY_BE.containsAll(roles.getOrDefault(type, List.of()));
    }
}
