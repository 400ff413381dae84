package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.node.NullNode;

import java.util.function.Function;

/**
 * Lets a plain Jackson mapper read an alternate by its generated decoder. An absent member is Java
 * null; JSON null is the alternate's null branch where it has one.
 */
public abstract class AlternateDeserializer<T> extends ValueDeserializer<T> {
    private final Function<JsonInput, T> decoder;
    private final boolean nullable;

    /**
     * @param nullable whether JSON null is a value of the alternate
     */
    protected AlternateDeserializer(Function<JsonInput, T> decoder, boolean nullable) {
        this.decoder = decoder;
        this.nullable = nullable;
    }

    @Override
    public T deserialize(JsonParser parser, DeserializationContext context) {
        JsonNode tree = context.readTree(parser);
        return decoder.apply(JsonInput.lenient(tree));
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        return nullable ? decoder.apply(JsonInput.lenient(NullNode.getInstance())) : null;
    }

    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
        return null;
    }
}
