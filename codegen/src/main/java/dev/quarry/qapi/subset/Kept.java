package dev.quarry.qapi.subset;

import dev.quarry.qapi.model.BuiltinType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Some definitions of a schema, with the types that they need; built-in types are always there. */
final class Kept {
    private final Set<String> names = new HashSet<>();
    private final TypeClosure types = new TypeClosure();

    Kept(Collection<Definition> wanted) {
        wanted.forEach(this::add);
    }

    private void add(Definition definition) {
        names.add(definition.name());
        if (definition instanceof CommandDefinition command) {
            types.add(command.arguments());
            types.add(command.returns());
        } else if (definition instanceof EventDefinition event) {
            types.add(event.data());
        } else if (definition instanceof SchemaType type) {
            types.add(type);
        }
    }

    private boolean contains(Definition definition) {
        return definition instanceof BuiltinType
                || names.contains(definition.name())
                || (definition instanceof SchemaType type && types.contains(type));
    }

    /**
     * The schema of what is kept.
     *
     * @param table all definitions, by name
     */
    Schema schema(List<Module> modules, Map<String, Definition> table) {
        Map<String, Definition> kept = new LinkedHashMap<>(table);
        kept.values().removeIf(d -> !contains(d));
        return new Schema(modules.stream().map(m -> module(m, kept)).toList(), kept);
    }

    private static Module module(Module module, Map<String, Definition> kept) {
        List<Definition> definitions =
                module.definitions().stream()
                        .map(Definition::name)
                        .filter(kept::containsKey)
                        .map(kept::get)
                        .toList();
        return new Module(module.file(), definitions, module.comments());
    }
}
