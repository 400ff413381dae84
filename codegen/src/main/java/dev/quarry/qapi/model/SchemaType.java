package dev.quarry.qapi.model;

/** A type. */
public sealed interface SchemaType extends Definition
        permits BuiltinType, EnumType, ArrayType, ObjectType, AlternateType {
    /** The JSON type of its values. */
    JsonType jsonType();

    /** Whether no expression defines it by this name. */
    default boolean isImplicit() {
        return false;
    }
}
