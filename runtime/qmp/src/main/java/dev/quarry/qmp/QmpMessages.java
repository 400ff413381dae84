package dev.quarry.qmp;

import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.qmp.codec.QapiEvent;
import dev.quarry.qmp.codec.QmpErrorClass;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;

import java.time.Instant;
import java.util.List;

/** The messages a server sends and the one a client sends, with their members in QEMU's order. */
public final class QmpMessages {
    private QmpMessages() {}

    /** The first message of every connection. */
    public static Encodable greeting(QmpVersion version, List<String> capabilities) {
        return out -> {
            out.writeStartObject();
            out.writeObjectPropertyStart("QMP");
            out.writeName("version");
            version(version).encode(out);
            out.writeName("capabilities");
            JsonOutput.list(out, capabilities, JsonGenerator::writeString);
            out.writeEndObject();
            out.writeEndObject();
        };
    }

    /** The value that {@code query-version} returns. */
    public static Encodable version(QmpVersion version) {
        return out -> {
            out.writeStartObject();
            out.writeObjectPropertyStart("qemu");
            out.writeNumberProperty("micro", version.micro());
            out.writeNumberProperty("minor", version.minor());
            out.writeNumberProperty("major", version.major());
            out.writeEndObject();
            out.writeStringProperty("package", version.packageName());
            out.writeEndObject();
        };
    }

    /** The reply of a command that worked. */
    public static Encodable success(Encodable value, @Nullable JsonNode id) {
        return out -> {
            out.writeStartObject();
            out.writeName("return");
            value.encode(out);
            id(out, id);
            out.writeEndObject();
        };
    }

    /** The reply of a command that failed, or of input that was none. */
    public static Encodable failure(
            QmpErrorClass errorClass, String description, @Nullable JsonNode id) {
        return out -> {
            out.writeStartObject();
            id(out, id);
            out.writeObjectPropertyStart("error");
            out.writeStringProperty("class", errorClass.wireName());
            out.writeStringProperty("desc", description);
            out.writeEndObject();
            out.writeEndObject();
        };
    }

    /** An event that happened at a moment. */
    public static Encodable event(QapiEvent event, Instant at) {
        return out -> {
            out.writeStartObject();
            out.writeObjectPropertyStart("timestamp");
            out.writeNumberProperty("seconds", at.getEpochSecond());
            out.writeNumberProperty("microseconds", at.getNano() / 1000);
            out.writeEndObject();
            out.writeStringProperty("event", event.wireName());
            if (event.hasData()) {
                out.writeName("data");
                event.encodeData(out);
            }
            out.writeEndObject();
        };
    }

    /**
     * A command.
     *
     * @param member {@code execute} or {@code exec-oob}
     * @param arguments writes an object; null leaves the member out
     */
    public static Encodable command(
            String member, String command, @Nullable Encodable arguments, JsonNode id) {
        return out -> {
            out.writeStartObject();
            out.writeStringProperty(member, command);
            if (arguments != null) {
                out.writeName("arguments");
                arguments.encode(out);
            }
            id(out, id);
            out.writeEndObject();
        };
    }

    private static void id(JsonGenerator out, @Nullable JsonNode id) {
        if (id != null) {
            out.writeName("id");
            JsonOutput.any(out, id);
        }
    }
}
