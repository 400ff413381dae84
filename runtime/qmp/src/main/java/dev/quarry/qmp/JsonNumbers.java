package dev.quarry.qmp;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as QMP reads and writes them: integers exact from -2^63 to 2^64-1, all else a double. */
final class JsonNumbers {
    private static final MathContext SEVENTEEN = new MathContext(17, RoundingMode.HALF_EVEN);
    private static final BigInteger UINT64_MAX = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    private static final int LONGEST_INT64 = 18; // digits that always fit
    private static final int LONGEST_UINT64 = 21; // characters that may fit, sign included

    private JsonNumbers() {}

    static JsonNode integer(String text) {
        if (text.length() <= LONGEST_INT64) {
            return whole(Long.parseLong(text));
        }
        return text.length() <= LONGEST_UINT64 ? large(text) : real(text);
    }

    static JsonNode real(String text) {
        return DoubleNode.valueOf(Double.parseDouble(text));
    }

    private static JsonNode whole(long value) {
        return value == (int) value ? IntNode.valueOf((int) value) : LongNode.valueOf(value);
    }

    private static JsonNode large(String text) {
        BigInteger value = new BigInteger(text);
        if (value.bitLength() < Long.SIZE) {
            return whole(value.longValue());
        }
        boolean fits = value.signum() > 0 && value.compareTo(UINT64_MAX) <= 0;
        return fits ? BigIntegerNode.valueOf(value) : real(text);
    }

    /**
     * The text of a double as C's {@code %.17g} gives it, for instance {@code 0.10000000000000001},
     * {@code 1e+17}, {@code -0}. Infinities, which JSON lacks, become a number that every reader
     * takes for too large; NaN becomes {@code null}.
     */
    static String format(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return value == 0 && 1 / value < 0 ? "-0" : Long.toString((long) value);
        }
        if (Double.isNaN(value)) {
            return "null";
        }
        return Double.isInfinite(value) ? value > 0 ? "1e+999" : "-1e+999" : digits(value);
    }

    private static String digits(double value) {
        BigDecimal rounded = new BigDecimal(value).round(SEVENTEEN).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < 17) {
            return rounded.toPlainString();
        }
        String sign = rounded.signum() < 0 ? "-" : "";
        return sign + mantissa(rounded.unscaledValue().abs().toString()) + suffix(exponent);
    }

    private static String mantissa(String digits) {
        return digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    }

    private static String suffix(int exponent) {
        return "e%+03d".formatted(exponent);
    }
}
