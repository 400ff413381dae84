package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;

/** Lets a plain Jackson mapper write a value of an enumeration, and list the values there are. */
public final class OpenEnumSerializer extends ValueSerializer<OpenEnum<?>> {
    @Override
    public void serialize(OpenEnum<?> value, JsonGenerator out, SerializationContext context) {
        value.encode(out);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        JsonStringFormatVisitor string = visitor.expectStringFormat(type);
        if (string != null) {
            string.enumTypes(OpenEnumConstants.of(type).keySet());
        }
    }
}
