package dev.quarry.qapi.model;

import java.util.List;

/** A value of one of several types, told apart by JSON type alone. */
public record AlternateType(String name, List<Branch> branches, Origin origin)
        implements SchemaType {
    public AlternateType {
        branches = List.copyOf(branches);
    }

    @Override
    public JsonType jsonType() {
        return JsonType.VALUE;
    }

    @Override
    public String describe() {
        return "alternate type '" + name + "'";
    }
}
