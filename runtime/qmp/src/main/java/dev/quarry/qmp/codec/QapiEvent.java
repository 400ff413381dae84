package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;

/** An event of the schema, with its data. */
public interface QapiEvent {
    /** The name on the wire, such as {@code BLOCK_EXPORT_DELETED}. */
    String wireName();

    /** Whether the event message has a {@code data} member. */
    boolean hasData();

    /** Writes the object of the {@code data} member; only where {@link #hasData()}. */
    void encodeData(JsonGenerator out);
}
