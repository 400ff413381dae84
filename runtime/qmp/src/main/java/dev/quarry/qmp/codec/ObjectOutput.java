package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A JSON object being written member by member; {@link #end} comes last. A member whose value is
 * null is left out. Used by the one thread that encodes.
 */
public final class ObjectOutput {
    private final JsonGenerator out;

    private ObjectOutput(JsonGenerator out) {
        this.out = out;
    }

    /** Begins an object. */
    public static ObjectOutput of(JsonGenerator out) {
        out.writeStartObject();
        return new ObjectOutput(out);
    }

    /** Writes a number. */
    public ObjectOutput member(String name, long value) {
        out.writeNumberProperty(name, value);
        return this;
    }

    /** Writes a number. */
    public ObjectOutput member(String name, double value) {
        out.writeNumberProperty(name, value);
        return this;
    }

    /** Writes a truth value. */
    public ObjectOutput member(String name, boolean value) {
        out.writeBooleanProperty(name, value);
        return this;
    }

    /** Writes a number that is there. */
    public ObjectOutput member(String name, @Nullable Integer value) {
        return value == null ? this : member(name, value.longValue());
    }

    /** Writes a number that is there. */
    public ObjectOutput member(String name, @Nullable Long value) {
        return value == null ? this : member(name, value.longValue());
    }

    /** Writes a number that is there. */
    public ObjectOutput member(String name, @Nullable Double value) {
        return value == null ? this : member(name, value.doubleValue());
    }

    /** Writes a truth value that is there. */
    public ObjectOutput member(String name, @Nullable Boolean value) {
        return value == null ? this : member(name, value.booleanValue());
    }

    /** Writes a number that is there. */
    public ObjectOutput member(String name, @Nullable BigInteger value) {
        if (value != null) {
            out.writeNumberProperty(name, value);
        }
        return this;
    }

    /** Writes a string that is there. */
    public ObjectOutput member(String name, @Nullable String value) {
        if (value != null) {
            out.writeStringProperty(name, value);
        }
        return this;
    }

    /** Writes any value that is there; JSON null is. */
    public ObjectOutput member(String name, @Nullable JsonNode value) {
        if (value != null) {
            out.writeName(name);
            JsonOutput.any(out, value);
        }
        return this;
    }

    /** Writes a value that is there. */
    public ObjectOutput member(String name, @Nullable Encodable value) {
        if (value != null) {
            out.writeName(name);
            value.encode(out);
        }
        return this;
    }

    /** Writes a list that is there. */
    public <T> ObjectOutput member(
            String name, @Nullable List<T> values, JsonOutput.ElementWriter<T> writer) {
        if (values != null) {
            out.writeName(name);
            JsonOutput.list(out, values, writer);
        }
        return this;
    }

    /** Has another write its members here. */
    public ObjectOutput with(Consumer<ObjectOutput> writer) {
        writer.accept(this);
        return this;
    }

    /** Writes members as they came. */
    public ObjectOutput members(Map<String, JsonNode> members) {
        JsonOutput.members(out, members);
        return this;
    }

    /** Ends the object. */
    public void end() {
        out.writeEndObject();
    }
}
