package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;

/** What can write itself as one JSON value. */
@FunctionalInterface
public interface Encodable {
    /** The empty object, the return value of a command that returns nothing. */
    Encodable EMPTY =
            out -> {
                out.writeStartObject();
                out.writeEndObject();
            };

    /** Writes exactly one JSON value. */
    void encode(JsonGenerator out);
}
