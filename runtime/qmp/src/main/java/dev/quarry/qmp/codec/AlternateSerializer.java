package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/** Lets a plain Jackson mapper write an alternate: just the value, as on the wire. */
public final class AlternateSerializer extends ValueSerializer<Encodable> {
    @Override
    public void serialize(Encodable value, JsonGenerator out, SerializationContext context) {
        value.encode(out);
    }

    @Override
    public void serializeWithType(
            Encodable value, JsonGenerator out, SerializationContext context, TypeSerializer type) {
        value.encode(out);
    }
}
