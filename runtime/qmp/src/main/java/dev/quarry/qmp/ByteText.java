package dev.quarry.qmp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing run of bytes: the text of the token being read. It lets go of big arrays. */
final class ByteText {
    private static final int KEPT = 4096;

    private byte[] bytes = new byte[64];
    private int length;

    int length() {
        return length;
    }

    byte at(int index) {
        return bytes[index];
    }

    void clear() {
        length = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[64];
        }
    }

    void add(int octet) {
        reserve(1);
        bytes[length++] = (byte) octet;
    }

    /** Takes {@code count} bytes from the buffer's position on. */
    void add(ByteBuffer from, int count) {
        reserve(count);
        from.get(bytes, length, count);
        length += count;
    }

    /** The text as ISO 8859-1, which for ASCII tokens is the text itself. */
    String latin1() {
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, bytes.length * 2));
        }
    }
}
