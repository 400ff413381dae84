package dev.quarry.qmp.codec;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A value of an enumeration as a server may send it: a constant of the enumeration, or a value that
 * only the server's newer schema has. Every generated enumeration is one of its own values, so a
 * constant goes wherever an open value is asked for.
 *
 * <pre>{@code
 * if (job.status() == JobStatus.RUNNING) { … }
 * String text = job.status().wireName();             // whatever it is
 * switch (job.status().known()) { case RUNNING: … }  // throws on a value newer than the schema
 * }</pre>
 *
 * @param <E> the enumeration
 */
@JsonSerialize(using = OpenEnumSerializer.class)
@JsonDeserialize(using = OpenEnumDeserializer.class)
public interface OpenEnum<E extends OpenEnum<E>> extends Encodable {
    /** The value as it stands in JSON. */
    String wireName();

    /**
     * The constant.
     *
     * @throws IllegalStateException the schema lacks the value
     */
    E known();

    /** Whether the schema has the value. */
    default boolean isKnown() {
        return true;
    }

    @Override
    default void encode(JsonGenerator out) {
        out.writeString(wireName());
    }
}
