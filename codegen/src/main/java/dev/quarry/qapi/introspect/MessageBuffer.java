package dev.quarry.qapi.introspect;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Cuts what arrives into JSON objects, however they are laid out over lines. */
final class MessageBuffer {
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private int depth;
    private boolean inString;
    private boolean escaped;

    /**
     * Takes bytes up to the end of an object.
     *
     * @return the object's text; null where the bytes end before it does
     * @throws IntrospectionException no object begins there, or it is too long
     */
    @Nullable String next(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            byte next = bytes.get();
            if (depth > 0 || !Character.isWhitespace(next)) {
                begin(next, bytes);
                message.write(next);
                take(next);
                if (depth == 0) {
                    String text = message.toString(StandardCharsets.UTF_8);
                    message.reset();
                    return text;
                }
            }
        }
        return null;
    }

    private void begin(byte next, ByteBuffer rest) {
        if (depth == 0 && next != '{') {
            ByteBuffer all = rest.duplicate().position(rest.position() - 1);
            throw new IntrospectionException(
                    "no QMP server: it sent " + Quoted.of(StandardCharsets.UTF_8.decode(all) + ""));
        }
        if (message.size() == AnswerSource.LONGEST) {
            throw new IntrospectionException(
                    "it sent a message of more than " + AnswerSource.LONGEST + " bytes");
        }
    }

    private void take(byte next) {
        if (inString) {
            inString = escaped || next != '"';
            escaped = !escaped && next == '\\';
        } else if (next == '"') {
            inString = true;
        } else if (next == '{' || next == '[') {
            depth++;
        } else if (next == '}' || next == ']') {
            depth--;
        }
    }
}
