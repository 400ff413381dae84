package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

/**
 * An event.
 *
 * @param data the type of its data, or null where it has none
 * @param boxed whether the data is handed on as one object
 */
public record EventDefinition(String name, @Nullable TypeRef data, boolean boxed, Origin origin)
        implements Definition {
    @Override
    public String describe() {
        return "event '" + name + "'";
    }
}
