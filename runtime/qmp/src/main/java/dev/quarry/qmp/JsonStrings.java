package dev.quarry.qmp;

import org.jspecify.annotations.Nullable;

/**
 * The meaning of a string token: escapes and UTF-8, checked as strictly as QEMU does.
 *
 * <p>Refused are lone or swapped surrogates, noncharacters, overlong forms, UTF-8 encoded
 * surrogates, anything above U+10FFFF, and unknown escapes. NUL may be written as {@code \u0000} or
 * as the two bytes C0 80.
 */
final class JsonStrings {
    private final ByteText text;
    private final StringBuilder out;
    private int at;
    private @Nullable String problem;

    private JsonStrings(ByteText text) {
        this.text = text;
        this.out = new StringBuilder(text.length());
    }

    /** The value, or a {@link Decoded} that says what is wrong with it. */
    static Decoded decode(ByteText text) {
        if (isPlainAscii(text)) {
            return new Decoded(text.latin1(), null);
        }
        return new JsonStrings(text).decode();
    }

    /** A string, or the reason why the bytes are none. Exactly one is there. */
    record Decoded(@Nullable String value, @Nullable String problem) {}

    private static boolean isPlainAscii(ByteText text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.at(i) < 0 || text.at(i) == '\\') {
                return false;
            }
        }
        return true;
    }

    private Decoded decode() {
        while (problem == null && at < text.length()) {
            int octet = next();
            if (octet == '\\') {
                escape(next());
            } else if (octet < 0x80) {
                out.append((char) octet);
            } else {
                sequence(octet);
            }
        }
        return problem == null ? new Decoded(out.toString(), null) : new Decoded(null, problem);
    }

    /** The next byte, or -1 at the end. */
    private int next() {
        return at < text.length() ? text.at(at++) & 0xFF : -1;
    }

    private void escape(int letter) {
        switch (letter) {
            case '"', '\'', '\\', '/' -> out.append((char) letter);
            case 'b' -> out.append('\b');
            case 'f' -> out.append('\f');
            case 'n' -> out.append('\n');
            case 'r' -> out.append('\r');
            case 't' -> out.append('\t');
            case 'u' -> unicodeEscape();
            default -> problem = "unknown escape sequence in a string";
        }
    }

    private void unicodeEscape() {
        int unit = hex();
        if (unit >= 0xD800 && unit < 0xDC00) {
            unit = withLowSurrogate(unit);
        }
        appendChecked(unit, "escape sequence in a string is not a Unicode character");
    }

    private int withLowSurrogate(int high) {
        if (next() != '\\' || next() != 'u') {
            return -1;
        }
        int low = hex();
        boolean pair = low >= 0xDC00 && low < 0xE000;
        return pair ? Character.toCodePoint((char) high, (char) low) : -1;
    }

    /** Four hexadecimal digits, or -1. */
    private int hex() {
        int value = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                return -1;
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private void sequence(int lead) {
        int more = lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : lead < 0xF8 ? 3 : -1;
        int point = more < 0 ? -1 : lead & (0x3F >> more);
        for (int i = 0; i < more && point >= 0; i++) {
            int octet = next();
            point = (octet & 0xC0) == 0x80 && octet >= 0 ? point << 6 | (octet & 0x3F) : -1;
        }
        boolean nul = point == 0 && more == 1;
        appendChecked(nul || point >= shortest(more) ? point : -1, "invalid UTF-8 in a string");
    }

    private static int shortest(int more) {
        return more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
    }

    private void appendChecked(int point, String otherwise) {
        if (isCharacter(point)) {
            out.appendCodePoint(point);
        } else {
            problem = otherwise;
        }
    }

    private static boolean isCharacter(int point) {
        boolean surrogate = point >= 0xD800 && point < 0xE000;
        boolean nonCharacter = (point >= 0xFDD0 && point <= 0xFDEF) || (point & 0xFFFE) == 0xFFFE;
        return point >= 0 && point <= 0x10FFFF && !surrogate && !nonCharacter;
    }
}
