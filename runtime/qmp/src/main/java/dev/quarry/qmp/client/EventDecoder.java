package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

/** Makes typed events: the method {@code decode} of a generated class {@code Events}. */
@FunctionalInterface
public interface EventDecoder {
    /**
     * The event of that name.
     *
     * @param data null where the message has none
     * @throws dev.quarry.qmp.codec.QmpException if the data are not what the schema says
     */
    QapiEvent decode(String name, @Nullable JsonNode data);
}
