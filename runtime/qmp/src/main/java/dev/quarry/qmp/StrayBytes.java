package dev.quarry.qmp;

import java.util.HexFormat;
import java.util.function.UnaryOperator;

/** What is said of a byte that fits nowhere, made once: garbage comes in floods. */
final class StrayBytes {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** Indexed by the byte, as are the others. */
    static final String[] OUTSIDE = texts(what -> "unexpected " + what);

    static final String[] IN_STRING = texts(what -> what + " is not allowed inside a string");
    static final String[] IN_NUMBER = texts(what -> "unexpected " + what + " in a number");

    private StrayBytes() {}

    private static String[] texts(UnaryOperator<String> sentence) {
        String[] texts = new String[1 << Byte.SIZE];
        for (int octet = 0; octet < texts.length; octet++) {
            texts[octet] = sentence.apply(name(octet));
        }
        return texts;
    }

    private static String name(int octet) {
        return octet > 0x20 && octet < 0x7F
                ? "character '" + (char) octet + "'"
                : "byte 0x" + HEX.toHexDigits((byte) octet);
    }
}
