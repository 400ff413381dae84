package dev.quarry.qapi.model;

/** JSON types, as introspection tells them apart. */
public enum JsonType {
    STRING("string"),
    NUMBER("number"),
    INT("int"),
    BOOLEAN("boolean"),
    NULL("null"),
    OBJECT("object"),
    ARRAY("array"),
    VALUE("value");

    private final String wireName;

    JsonType(String wireName) {
        this.wireName = wireName;
    }

    /** The name in introspection. */
    public String wireName() {
        return wireName;
    }
}
