package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.codec.UnknownEvent;
import dev.quarry.testing.Seed;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.DoubleNode;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;

/** The text that goes over the wire. */
class QmpJsonTest {

    @Test
    void isOneLineOfAsciiWithQemusSpaces() {
        assertEquals(
                "{\"a\": [1, 2, {}], \"b\": [], \"c\": \"/'\"}\r\n",
                compact("{'a':[1,2,{}],'b':[],'c':'/\\u0027'}"));
        assertEquals(
                "\"\\u00E9\\u007F\\uD83D\\uDE00\\u2028\\u0001\\b\\f\\n\\r\\t\\\"\\\\\"\r\n",
                text(
                        false,
                        o -> o.writeString("\u00e9\u007f\ud83d\ude00\u2028\u0001\b\f\n\r\t\"\\")));
        assertEquals(
                "{\"\\u00E9\": 1}\r\n",
                text(
                        false,
                        out -> {
                            out.writeStartObject();
                            out.writeNumberProperty("\u00e9", 1);
                            out.writeEndObject();
                        }));
    }

    @Test
    void prettyBreaksEveryContainerAndEndsEveryLineWithCrLf() {
        String expected =
                """
                {
                    "return": {
                    },
                    "id": [
                        [
                            1,
                            2
                        ],
                        [
                        ],
                        "x"
                    ]
                }
                """;
        assertEquals(
                expected.replace("\n", "\r\n"),
                text(true, node("{'return':{},'id':[[1,2],[],'x']}")));
    }

    @Test
    void doublesHaveSeventeenDigits() {
        double[] values = {
            0.1, 1.0, 1e3, 1e15, 1e16, 1e17, -0.0, Double.MIN_VALUE, 1e-4, 1e-5, 123.456, 1e308
        };
        String[] texts = {
            "0.10000000000000001",
            "1",
            "1000",
            "1000000000000000",
            "10000000000000000",
            "1e+17",
            "-0",
            "4.9406564584124654e-324",
            "0.0001",
            "1.0000000000000001e-05",
            "123.456",
            "1e+308"
        };
        for (int i = 0; i < values.length; i++) {
            double value = values[i];
            assertEquals(texts[i], text(false, out -> out.writeNumber(value)).strip());
        }
    }

    @Test
    void everyDoubleReadsBackTheSame() {
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                String written = JsonNumbers.format(value);
                assertEquals(value, Double.parseDouble(written), seed + ": " + written);
                assertEquals(17, Math.max(17, new BigDecimal(written).precision()), written);
            }
        }
    }

    @Test
    void whatJsonCannotSayIsStillJson() {
        assertEquals("1e+999", text(false, o -> o.writeNumber(Double.POSITIVE_INFINITY)).strip());
        assertEquals("-1e+999", text(false, o -> o.writeNumber(Double.NEGATIVE_INFINITY)).strip());
        assertEquals("null", text(false, o -> o.writeNumber(Double.NaN)).strip());
        assertEquals(
                "null",
                text(false, out -> JsonOutput.any(out, new DoubleNode(Double.NaN))).strip());
    }

    @Test
    void integersAreExact() {
        BigInteger max = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        assertEquals("18446744073709551615", text(false, out -> out.writeNumber(max)).strip());
        assertEquals(
                "-9223372036854775808",
                text(false, out -> out.writeNumber(Long.MIN_VALUE)).strip());
    }

    @Test
    void takesTheDeepestValueThatCanArrive() {
        JsonNode deep = JsonMapper.shared().readTree("[".repeat(400) + "]".repeat(400));
        for (int i = 0; i < 624; i++) {
            deep = JsonMapper.shared().createArrayNode().add(deep);
        }
        JsonNode id = deep;
        String reply = text(false, QmpMessages.success(Encodable.EMPTY, id));
        assertEquals(2 * 1024 + "{\"return\": {}, \"id\": }\r\n".length(), reply.length());
    }

    @Test
    void messagesHaveQemusOrder() {
        JsonNode id = JsonMapper.shared().readTree("{\"x\": 1}");
        assertEquals(
                "{\"return\": {}, \"id\": {\"x\": 1}}\r\n",
                text(false, QmpMessages.success(Encodable.EMPTY, id)));
        assertEquals(
                "{\"id\": {\"x\": 1}, \"error\": {\"class\": \"GenericError\", \"desc\":"
                        + " \"d\"}}\r\n",
                text(false, QmpMessages.failure(QmpErrorClass.GENERIC_ERROR, "d", id)));
        assertEquals(
                "{\"error\": {\"class\": \"CommandNotFound\", \"desc\": \"d\"}}\r\n",
                text(false, QmpMessages.failure(QmpErrorClass.COMMAND_NOT_FOUND, "d", null)));
        Instant at = Instant.ofEpochSecond(5, 123_456_789);
        assertEquals(
                "{\"timestamp\": {\"seconds\": 5, \"microseconds\": 123456}, \"event\": \"E\","
                        + " \"data\": {\"x\": 1}}\r\n",
                text(false, QmpMessages.event(new UnknownEvent("E", id), at)));
        assertEquals(
                "{\"timestamp\": {\"seconds\": 5, \"microseconds\": 123456}, \"event\": \"E\"}\r\n",
                text(false, QmpMessages.event(new UnknownEvent("E", null), at)));
        assertEquals(
                "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 3, \"minor\": 2, \"major\": 1},"
                        + " \"package\": \"p\"}, \"capabilities\": [\"oob\"]}}\r\n",
                text(false, QmpMessages.greeting(new QmpVersion(1, 2, 3, "p"), List.of("oob"))));
    }

    private static String compact(String json) {
        return text(false, node(json));
    }

    private static Encodable node(String json) {
        JsonNode tree = JsonMapper.shared().readTree(json.replace('\'', '"'));
        return out -> JsonOutput.any(out, tree);
    }

    private static String text(boolean pretty, Encodable value) {
        return new String(QmpJson.message(pretty, value), StandardCharsets.US_ASCII);
    }
}
