package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

/**
 * An event that this schema does not have, as a newer server may send.
 *
 * @param wireName the name as received
 * @param data the data as received, null where the message had none
 */
public record UnknownEvent(String wireName, @Nullable JsonNode data) implements QapiEvent {
    @Override
    public boolean hasData() {
        return data != null;
    }

    @Override
    public void encodeData(JsonGenerator out) {
        if (data != null) {
            JsonOutput.any(out, data);
        }
    }
}
