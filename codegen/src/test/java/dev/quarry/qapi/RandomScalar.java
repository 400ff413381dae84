package dev.quarry.qapi;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DoubleNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Makes values of built-in types, those at the ends of a range more often than others. */
final class RandomScalar {
    /** How many bits, negative where the type is signed. */
    private static final Map<String, Integer> BITS =
            Map.of(
                    "int8", -8, "int16", -16, "int32", -32, "int64", -64, "int", -64, "uint8", 8,
                    "uint16", 16, "uint32", 32, "uint64", 64, "size", 64);

    private static final List<String> TEXTS =
            List.of("", "a", "node0", "\"\\\u0001\n", "\u00e4\u4e16\ud83d\ude00", "null", "1");
    private static final List<Double> NUMBERS =
            List.of(
                    0.5,
                    -0.25,
                    1e300,
                    Double.MIN_VALUE,
                    Double.MAX_VALUE,
                    -1e-300,
                    3.141592653589793);

    private RandomScalar() {}

    static JsonNode of(String type, RandomGenerator random) {
        return switch (type) {
            case "str" -> StringNode.valueOf(TEXTS.get(random.nextInt(TEXTS.size())));
            case "bool" -> BooleanNode.valueOf(random.nextBoolean());
            case "number" -> DoubleNode.valueOf(NUMBERS.get(random.nextInt(NUMBERS.size())));
            case "null" -> NullNode.getInstance();
            case "any" -> JsonNodeFactory.instance.objectNode().put("x", 1).putNull("y");
            default -> BigIntegerNode.valueOf(integer(bits(type), random));
        };
    }

    private static int bits(String type) {
        Integer bits = BITS.get(type);
        if (bits == null) {
            throw new IllegalArgumentException(type);
        }
        return bits;
    }

    private static BigInteger integer(int bits, RandomGenerator random) {
        BigInteger size = BigInteger.ONE.shiftLeft(Math.abs(bits));
        BigInteger least = bits < 0 ? size.shiftRight(1).negate() : BigInteger.ZERO;
        BigInteger most = least.add(size).subtract(BigInteger.ONE);
        return switch (random.nextInt(4)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> BigInteger.valueOf(random.nextInt(100));
            default ->
                    least.add(
                            new BigInteger(
                                    Math.abs(bits), new java.util.Random(random.nextLong())));
        };
    }
}
