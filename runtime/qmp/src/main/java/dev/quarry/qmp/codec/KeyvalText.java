package dev.quarry.qmp.codec;

import java.math.BigInteger;
import java.util.regex.Pattern;

/** Reads the scalars of the command line, which are all text. */
final class KeyvalText {
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,40}");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX][0-9a-fA-F]{1,40}");
    private static final int HEXADECIMAL_PREFIX = 2;

    private KeyvalText() {}

    static boolean bool(JsonInput input) {
        return switch (input.node().stringValue()) {
            case "on", "yes", "true", "y" -> true;
            case "off", "no", "false", "n" -> false;
            default -> throw input.mistyped("'on' or 'off'");
        };
    }

    static BigInteger integer(JsonInput input) {
        String text = input.node().stringValue();
        if (INTEGER.matcher(text).matches()) {
            return new BigInteger(text);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            return new BigInteger(text.substring(HEXADECIMAL_PREFIX), 16);
        }
        throw input.mistyped("integer");
    }

    static double number(JsonInput input) {
        try {
            return Double.parseDouble(input.node().stringValue());
        } catch (NumberFormatException e) {
            throw input.mistyped("number");
        }
    }
}
