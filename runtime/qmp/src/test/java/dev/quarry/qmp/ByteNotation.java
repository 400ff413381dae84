package dev.quarry.qmp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Bytes as text: {@code \n \r \t \\ \xNN} stand for bytes, the rest for itself in UTF-8. */
final class ByteNotation {
    private ByteNotation() {}

    static byte[] parse(String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int at = 0;
        while (at < text.length()) {
            at = text.charAt(at) == '\\' ? escape(text, at + 1, out) : plain(text, at, out);
        }
        return out.toByteArray();
    }

    static String print(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte octet : bytes) {
            text.append(
                    octet >= 0x20 && octet < 0x7F && octet != '\\'
                            ? String.valueOf((char) octet)
                            : "\\x%02X".formatted(octet));
        }
        return text.toString();
    }

    private static int plain(String text, int at, ByteArrayOutputStream out) {
        int point = text.codePointAt(at);
        out.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
        return at + Character.charCount(point);
    }

    private static int escape(String text, int at, ByteArrayOutputStream out) {
        switch (text.charAt(at)) {
            case 'n' -> out.write('\n');
            case 'r' -> out.write('\r');
            case 't' -> out.write('\t');
            case '\\' -> out.write('\\');
            case 'x' -> out.write(Integer.parseInt(text.substring(at + 1, at + 3), 16));
            default -> throw new IllegalArgumentException(text);
        }
        return text.charAt(at) == 'x' ? at + 3 : at + 1;
    }
}
