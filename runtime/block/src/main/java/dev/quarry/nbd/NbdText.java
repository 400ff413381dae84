package dev.quarry.nbd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Strings on the wire: UTF-8, at most {@link NbdProtocol#MAX_STRING} bytes. */
final class NbdText {
    private NbdText() {}

    /** The text's bytes; a longer text is cut, between characters. */
    static byte[] encode(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        int end = Math.min(bytes.length, NbdProtocol.MAX_STRING);
        while (end < bytes.length && (bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
    }

    /** Whether the text goes over the wire uncut. */
    static boolean fits(String text) {
        return text.getBytes(UTF_8).length <= NbdProtocol.MAX_STRING;
    }

    /** Takes {@code bytes} of text. Malformed input becomes replacement characters. */
    static String decode(ByteBuffer in, int bytes) {
        byte[] text = new byte[bytes];
        in.get(text);
        return new String(text, UTF_8);
    }
}
