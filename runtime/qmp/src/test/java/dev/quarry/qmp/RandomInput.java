package dev.quarry.qmp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Byte strings that look enough like JSON to get far, and little enough to be wrong often. */
final class RandomInput {
    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "'",
        "\\",
        "\\u00e9",
        "\\ud83d",
        "\\ude00",
        "1",
        "0",
        "-",
        ".",
        "e",
        "E",
        "+",
        "true",
        "null",
        "a",
        " ",
        "\t",
        "\n",
        "\r",
        "\u0001",
        "\u000b",
        "\"a\"",
        "\"id\":",
        "\"execute\":",
        "\"nope\"",
        "{\"execute\":\"nope\"}",
        "[]",
        "{}",
        "1.5",
        "0.0e1",
        "9223372036854775808",
        "'x'",
        "\u00e9",
        "\ud83d\ude00"
    };

    private RandomInput() {}

    static byte[] next(SplittableRandom random) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int pieces = 1 + random.nextInt(14);
        for (int i = 0; i < pieces; i++) {
            piece(random, out);
        }
        return out.toByteArray();
    }

    private static void piece(SplittableRandom random, ByteArrayOutputStream out) {
        switch (random.nextInt(24)) {
            case 0 -> out.write(0xFF);
            case 1 -> out.write(0x80 + random.nextInt(128));
            case 2 -> out.write(random.nextInt(128));
            default ->
                    out.writeBytes(
                            PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8));
        }
    }
}
