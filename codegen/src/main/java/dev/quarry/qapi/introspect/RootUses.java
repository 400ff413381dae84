package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The uses of types by commands and events. A type that several commands share is called after the
 * words that their names begin with, where those are two or more, else after the first.
 */
final class RootUses {
    private final Map<String, Definition> table;
    private final Uses uses;

    RootUses(Map<String, Definition> table, Uses uses) {
        this.table = table;
        this.uses = uses;
    }

    /** What the stable ones of a kind use, or the unstable ones. */
    List<Use> of(Class<? extends Definition> kind, boolean stable) {
        Map<String, List<String>> arguments = new LinkedHashMap<>();
        Map<String, List<String>> results = new LinkedHashMap<>();
        for (Definition definition : table.values()) {
            if (kind.isInstance(definition) && isStable(definition) == stable) {
                if (definition instanceof CommandDefinition command) {
                    add(arguments, command.arguments(), command.name());
                    add(results, command.returns(), command.name());
                } else if (definition instanceof EventDefinition event) {
                    add(arguments, event.data(), event.name());
                }
            }
        }
        String suffix = kind == EventDefinition.class ? "Data" : "Arguments";
        List<Use> all = new ArrayList<>();
        arguments.forEach((type, users) -> all.add(use(type, users, suffix, 0)));
        results.forEach((type, users) -> all.add(use(type, users, "Result", 1)));
        return all;
    }

    private static boolean isStable(Definition definition) {
        return !definition.name().startsWith("x-")
                && definition.features().stream().noneMatch(f -> f.name().equals("unstable"));
    }

    private static void add(Map<String, List<String>> users, @Nullable TypeRef ref, String user) {
        if (ref != null) {
            users.computeIfAbsent(element(ref), t -> new ArrayList<>()).add(user);
        }
    }

    /** The type itself, or what it is an array of. */
    static String element(TypeRef ref) {
        SchemaType type = ref.type();
        return type instanceof ArrayType array ? array.element().name() : type.name();
    }

    private Use use(String type, List<String> users, String suffix, int rank) {
        String first = users.get(0);
        List<String> common = NameParts.commonWords(users);
        String stem = common.size() < 2 ? NameParts.camel(first) : NameParts.camel(common);
        boolean inPlace = rank == 0 && uses.isInPlace(type);
        String name = inPlace ? "q_obj_" + first + "-arg" : stem + suffix;
        return new Use(type, name, stem + suffix, stem, rank);
    }
}
