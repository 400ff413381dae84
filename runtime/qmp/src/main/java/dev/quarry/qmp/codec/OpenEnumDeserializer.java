package dev.quarry.qmp.codec;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;

import java.util.Map;

/**
 * Lets a plain Jackson mapper read a value of an enumeration: any string where an open value is
 * asked for, else only what is a constant.
 */
public final class OpenEnumDeserializer extends ValueDeserializer<OpenEnum<?>> {
    private final Map<String, OpenEnum<?>> constants;
    private final boolean open;

    /** Knows no enumeration; Jackson asks it for the deserializer of each place. */
    public OpenEnumDeserializer() {
        this(Map.of(), true);
    }

    private OpenEnumDeserializer(Map<String, OpenEnum<?>> constants, boolean open) {
        this.constants = constants;
        this.open = open;
    }

    @Override
    public ValueDeserializer<?> createContextual(
            DeserializationContext context, BeanProperty property) {
        JavaType type = context.getContextualType();
        return new OpenEnumDeserializer(
                OpenEnumConstants.of(type), type.getRawClass() == OpenEnum.class);
    }

    @Override
    public OpenEnum<?> deserialize(JsonParser parser, DeserializationContext context) {
        if (parser.currentToken() != JsonToken.VALUE_STRING) {
            return (OpenEnum<?>) context.handleUnexpectedToken(OpenEnum.class, parser);
        }
        String text = parser.getString();
        OpenEnum<?> constant = constants.get(text);
        if (constant == null && !open) {
            String accepted = "not one of " + constants.keySet();
            return (OpenEnum<?>) context.handleWeirdStringValue(OpenEnum.class, text, accepted);
        }
        return constant == null ? new UnknownValue<>(text) : constant;
    }
}
