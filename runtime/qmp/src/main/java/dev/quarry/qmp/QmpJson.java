package dev.quarry.qmp;

import dev.quarry.qmp.codec.Encodable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.JsonGeneratorDelegate;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/**
 * JSON text in QEMU's own layout: pure ASCII, upper-case hexadecimal escapes, {@code ", "} between
 * members and {@code ": "} behind names, doubles with 17 digits, CR LF at the end of a message. The
 * pretty layout has one member a line, four blanks a level, and CR LF for every line.
 */
public final class QmpJson {
    private static final int DEEPEST = 4 * JsonFramer.MAX_NESTING;
    private static final String LINE_END = "\r\n";

    private static final JsonFactory FACTORY =
            JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .enable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                    .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
                    .streamWriteConstraints(
                            StreamWriteConstraints.builder().maxNestingDepth(DEEPEST).build())
                    .characterEscapes(new DeleteEscaped())
                    .build();

    private QmpJson() {}

    /**
     * One whole message, CR LF included.
     *
     * @param pretty whether to indent
     * @param message writes one object
     */
    public static byte[] message(boolean pretty, Encodable message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator out = generator(bytes, pretty)) {
            message.encode(out);
            out.writeRaw(LINE_END);
        }
        return bytes.toByteArray();
    }

    /**
     * A generator with these settings. It writes no CR LF of its own in the compact layout; closing
     * it closes the stream.
     */
    public static JsonGenerator generator(OutputStream to, boolean pretty) {
        PrettyPrinter layout = pretty ? PrettyLayout.INSTANCE : CompactLayout.INSTANCE;
        return new Doubles(FACTORY.createGenerator(new LayoutContext(layout), to));
    }

    /** Writes doubles as C's {@code %.17g} does. */
    private static final class Doubles extends JsonGeneratorDelegate {
        Doubles(JsonGenerator target) {
            super(target, false);
        }

        @Override
        public JsonGenerator writeNumber(double value) {
            delegate.writeNumber(JsonNumbers.format(value));
            return this;
        }

        @Override
        public JsonGenerator writeNumber(float value) {
            return writeNumber((double) value);
        }
    }

    private static final class LayoutContext extends ObjectWriteContext.Base {
        private final PrettyPrinter layout;

        LayoutContext(PrettyPrinter layout) {
            this.layout = layout;
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }

        @Override
        public PrettyPrinter getPrettyPrinter() {
            return layout;
        }
    }

    /** The standard escapes, and 0x7F as well. */
    private static final class DeleteEscaped extends CharacterEscapes {
        private static final long serialVersionUID = 1;

        @Override
        public int[] getEscapeCodesForAscii() {
            int[] codes = standardAsciiEscapesForJSON();
            codes[0x7F] = ESCAPE_CUSTOM;
            return codes;
        }

        @Override
        public SerializableString getEscapeSequence(int character) {
            return new SerializedString("\\u%04X".formatted(character));
        }
    }

    /** Everything on one line. */
    private static class CompactLayout implements PrettyPrinter {
        static final PrettyPrinter INSTANCE = new CompactLayout();

        @Override
        public void writeRootValueSeparator(JsonGenerator out) {
            out.writeRaw(LINE_END);
        }

        @Override
        public void writeStartObject(JsonGenerator out) {
            out.writeRaw('{');
        }

        @Override
        public void writeEndObject(JsonGenerator out, int entries) {
            out.writeRaw('}');
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator out) {
            out.writeRaw(", ");
        }

        @Override
        public void writeObjectNameValueSeparator(JsonGenerator out) {
            out.writeRaw(": ");
        }

        @Override
        public void writeStartArray(JsonGenerator out) {
            out.writeRaw('[');
        }

        @Override
        public void writeEndArray(JsonGenerator out, int values) {
            out.writeRaw(']');
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator out) {
            out.writeRaw(", ");
        }

        @Override
        public void beforeArrayValues(JsonGenerator out) {}

        @Override
        public void beforeObjectEntries(JsonGenerator out) {}
    }

    /** A line for every member and element; empty containers take two lines as well. */
    private static final class PrettyLayout extends CompactLayout {
        static final PrettyPrinter INSTANCE = new PrettyLayout();

        @Override
        public void writeEndObject(JsonGenerator out, int entries) {
            line(out, -1);
            out.writeRaw('}');
        }

        @Override
        public void writeObjectEntrySeparator(JsonGenerator out) {
            out.writeRaw(',');
            line(out, 0);
        }

        @Override
        public void writeEndArray(JsonGenerator out, int values) {
            line(out, -1);
            out.writeRaw(']');
        }

        @Override
        public void writeArrayValueSeparator(JsonGenerator out) {
            writeObjectEntrySeparator(out);
        }

        @Override
        public void beforeArrayValues(JsonGenerator out) {
            line(out, 0);
        }

        @Override
        public void beforeObjectEntries(JsonGenerator out) {
            line(out, 0);
        }

        /** Depth counts the container being written; its closing bracket stands one level out. */
        private static void line(JsonGenerator out, int outward) {
            int depth = out.streamWriteContext().getNestingDepth() + outward;
            out.writeRaw(LINE_END + "    ".repeat(depth));
        }
    }
}
