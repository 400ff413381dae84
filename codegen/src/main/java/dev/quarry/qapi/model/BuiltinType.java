package dev.quarry.qapi.model;

import java.util.List;

/** A type of the language itself. */
public record BuiltinType(String name, JsonType jsonType) implements SchemaType {
    /** All of them. */
    public static final List<BuiltinType> ALL =
            List.of(
                    new BuiltinType("str", JsonType.STRING),
                    new BuiltinType("number", JsonType.NUMBER),
                    new BuiltinType("int", JsonType.INT),
                    new BuiltinType("int8", JsonType.INT),
                    new BuiltinType("int16", JsonType.INT),
                    new BuiltinType("int32", JsonType.INT),
                    new BuiltinType("int64", JsonType.INT),
                    new BuiltinType("uint8", JsonType.INT),
                    new BuiltinType("uint16", JsonType.INT),
                    new BuiltinType("uint32", JsonType.INT),
                    new BuiltinType("uint64", JsonType.INT),
                    new BuiltinType("size", JsonType.INT),
                    new BuiltinType("bool", JsonType.BOOLEAN),
                    new BuiltinType("any", JsonType.VALUE),
                    new BuiltinType("null", JsonType.NULL));

    /** The pseudo types of before 2.5, all of them any value. */
    public static final List<BuiltinType> OLD =
            List.of(
                    new BuiltinType("visitor", JsonType.VALUE),
                    new BuiltinType("dict", JsonType.VALUE),
                    new BuiltinType("**", JsonType.VALUE));

    @Override
    public Origin origin() {
        return Origin.BUILT_IN;
    }

    @Override
    public String describe() {
        return "built-in type '" + name + "'";
    }
}
