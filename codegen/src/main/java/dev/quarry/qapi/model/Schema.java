package dev.quarry.qapi.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A linked schema without errors.
 *
 * @param modules its files, the root first, then in order of first include
 * @param definitions everything by name, in order of definition; what is built in first
 */
public record Schema(List<Module> modules, Map<String, Definition> definitions) {
    public Schema {
        modules = List.copyOf(modules);
        definitions = Collections.unmodifiableMap(new LinkedHashMap<>(definitions));
    }

    /** The definitions of one kind, in order of definition. */
    public <T extends Definition> List<T> all(Class<T> kind) {
        return definitions.values().stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
