package dev.quarry.qmp.client;

import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;

/**
 * An event as a server sent it.
 *
 * @param name for instance {@code BLOCK_EXPORT_DELETED}
 * @param timestamp when it happened, by the server's clock
 * @param data an object; null if the event has none
 */
public record QmpEvent(String name, Instant timestamp, @Nullable JsonNode data) {

    static QmpEvent of(JsonNode message) {
        JsonNode time = message.path("timestamp");
        Instant at =
                Instant.ofEpochSecond(
                        time.path("seconds").asLong(0), time.path("microseconds").asLong(0) * 1000);
        return new QmpEvent(message.get("event").asString(), at, message.get("data"));
    }

    /**
     * The event as a generated record.
     *
     * @param decoder {@code Events::decode} of the generated package
     */
    public QapiEvent typed(EventDecoder decoder) {
        return decoder.decode(name, data);
    }
}
