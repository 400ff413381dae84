package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.Map;

/**
 * The use of a type by name. Types may refer to themselves and to later ones, so the name is looked
 * up when it is asked for.
 */
public final class TypeRef {
    private final String name;
    private final Map<String, Definition> table;

    /**
     * @param table all definitions, complete before {@link #type} is first called
     */
    public TypeRef(String name, Map<String, Definition> table) {
        this.name = name;
        this.table = table;
    }

    public String name() {
        return name;
    }

    /** The type, or null where there is none of that name; never null in a checked schema. */
    public @Nullable SchemaType find() {
        return table.get(name) instanceof SchemaType type ? type : null;
    }

    /** The type. */
    public SchemaType type() {
        SchemaType type = find();
        if (type == null) {
            throw new IllegalStateException("unknown type '" + name + "' in a checked schema");
        }
        return type;
    }

    @Override
    public String toString() {
        return name;
    }
}
