package dev.quarry.qapi.model;

/** An array. Its name is the element's with {@code List} at the end. */
public record ArrayType(String name, TypeRef element, Origin place) implements SchemaType {
    @Override
    public Origin origin() {
        SchemaType type = element.find();
        return place.implied(type == null ? Condition.always() : type.condition());
    }

    @Override
    public JsonType jsonType() {
        return JsonType.ARRAY;
    }

    @Override
    public boolean isImplicit() {
        return true;
    }

    @Override
    public String describe() {
        return "array type ['" + element.name() + "']";
    }
}
