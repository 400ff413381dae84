package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;
import dev.quarry.qapi.generated.BlockdevDriver;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevOptionsFile;
import dev.quarry.qapi.generated.BlockdevRef;
import dev.quarry.qapi.generated.BlockdevRefOrNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.json.JsonMapper;

import java.io.StringWriter;
import java.math.BigInteger;

/** The generated codecs, on the types of blockdev-add. */
class GeneratedCodecTest {
    private static final JsonMapper MAPPER = new JsonMapper();

    private static BlockdevOptions decode(String json, Conditions conditions) {
        return BlockdevOptions.decode(JsonInput.strict(MAPPER.readTree(json), conditions));
    }

    private static BlockdevOptions decode(String json) {
        return decode(json, Conditions.none());
    }

    private static String encode(Encodable value) {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = MAPPER.createGenerator(text)) {
            value.encode(out);
        }
        return text.toString();
    }

    private static String refusal(String json) {
        return assertThrows(QmpException.class, () -> decode(json)).description();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"driver\":\"null-co\"}",
                "{\"driver\":\"null-co\",\"node-name\":\"n\",\"size\":-1,\"read-zeroes\":true}",
                "{\"driver\":\"file\",\"discard\":\"unmap\",\"cache\":{\"direct\":true},"
                        + "\"detect-zeroes\":\"unmap\",\"filename\":\"a.img\"}",
                "{\"driver\":\"raw\",\"file\":\"n\",\"offset\":512}",
                "{\"driver\":\"qcow2\",\"file\":{\"driver\":\"file\",\"filename\":\"a\"},"
                        + "\"backing\":null}"
            })
    void whatIsReadIsWrittenTheSame(String json) {
        assertEquals(json, encode(decode(json)));
    }

    @Test
    void absentAndNullAreDifferent() {
        String absent = "{\"driver\":\"qcow2\",\"file\":\"n\"}";
        String none = "{\"driver\":\"qcow2\",\"file\":\"n\",\"backing\":null}";
        assertNull(assertInstanceOf(BlockdevOptions.Qcow2.class, decode(absent)).backing());
        assertEquals(
                new BlockdevRefOrNull.Null(),
                assertInstanceOf(BlockdevOptions.Qcow2.class, decode(none)).backing());
    }

    @Test
    void uint64IsExactUpToItsMaximum() {
        String json = "{\"driver\":\"null-co\",\"latency-ns\":18446744073709551615}";
        BlockdevOptions.NullCo options =
                assertInstanceOf(BlockdevOptions.NullCo.class, decode(json));
        assertEquals(new BigInteger("18446744073709551615"), options.latencyNs());
        assertEquals(json, encode(options));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"18446744073709551616", "-1", "1.0", "1e3", "\"1\"", "true", "null", "[]"})
    void whatIsNoUint64IsRefusedByName(String value) {
        String refusal = refusal("{\"driver\":\"null-co\",\"latency-ns\":" + value + "}");
        assertEquals("Parameter 'latency-ns'", refusal.substring(0, 22), refusal);
    }

    @ParameterizedTest
    @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "0.5", "\"12\""})
    void whatIsNoInt64IsRefusedByName(String value) {
        String refusal = refusal("{\"driver\":\"null-co\",\"size\":" + value + "}");
        assertEquals("Parameter 'size'", refusal.substring(0, 16), refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | Parameter 'driver' is missing",
                "{\"driver\":\"file\"} | Parameter 'filename' is missing",
                "{\"driver\":\"null-co\",\"bogus\":1} | Parameter 'bogus' is unexpected",
                "{\"driver\":\"null-co\",\"filename\":\"a\"} | Parameter 'filename' is unexpected",
                "[] | The value has the wrong type, expected: object",
                "{\"driver\":\"raw\",\"file\":{\"driver\":\"file\",\"filename\":\"a\","
                        + "\"cache\":{\"direct\":1}}} |"
                        + " Parameter 'file.cache.direct' has the wrong type, expected: boolean",
                "{\"driver\":\"raw\",\"file\":{\"driver\":\"null-co\",\"x\":1}} |"
                        + " Parameter 'file.x' is unexpected",
                "{\"driver\":\"raw\",\"file\":null} |"
                        + " Parameter 'file' has the wrong type, expected: BlockdevRef",
                "{\"driver\":\"RAW\"} | Parameter 'driver' does not accept value 'RAW'"
                        + " (BlockdevDriver lacks it)"
            })
    void aRefusalNamesTheParameterByItsPath(String json, String refusal) {
        assertEquals(refusal, refusal(json));
    }

    @Test
    void elementsOfAListAreNumberedInThePath() {
        JsonInput input =
                JsonInput.strict(MAPPER.readTree("[{\"driver\":\"file\"}]"), Conditions.none());
        QmpException refusal =
                assertThrows(QmpException.class, () -> input.list(BlockdevOptions::decode));
        assertEquals("Parameter '[0].filename' is missing", refusal.description());
    }

    @Test
    void aConditionalMemberExistsOnlyWhereItsConditionHolds() {
        String json = "{\"driver\":\"null-co\",\"id\":\"drive0\"}";
        assertEquals("Parameter 'id' is unexpected", refusal(json));
        assertEquals("drive0", decode(json, Conditions.of("QUARRY_NATIVE")).id());
    }

    @Test
    void aLenientInputSkipsWhatTheSchemaLacks() {
        String json = "{\"driver\":\"null-co\",\"from-the-future\":{\"x\":[1]},\"size\":4096}";
        BlockdevOptions options = BlockdevOptions.decode(JsonInput.lenient(MAPPER.readTree(json)));
        assertEquals("{\"driver\":\"null-co\",\"size\":4096}", encode(options));
    }

    @Test
    void aBranchGivesItsDriverAndItsOwnMembersAsAStruct() {
        BlockdevOptions.File file =
                BlockdevOptions.File.builder()
                        .filename("a.img")
                        .nodeName("n")
                        .detectZeroes(BlockdevDetectZeroesOptions.UNMAP)
                        .discard(BlockdevDiscardOptions.UNMAP)
                        .build();
        assertEquals(BlockdevDriver.FILE, file.driver());
        assertEquals(BlockdevOptionsFile.builder().filename("a.img").build(), file.data());
        assertEquals(file, file.toBuilder().build());
        assertEquals(
                "{\"driver\":\"file\",\"node-name\":\"n\",\"discard\":\"unmap\","
                        + "\"detect-zeroes\":\"unmap\",\"filename\":\"a.img\"}",
                encode(file));
    }

    @Test
    void aBuilderRefusesToLeaveOutWhatIsMandatory() {
        IllegalStateException refusal =
                assertThrows(
                        IllegalStateException.class,
                        () -> BlockdevOptions.Raw.builder().offset(1L).build());
        assertEquals("member 'file' is mandatory but not set", refusal.getMessage());
        assertEquals(
                "{\"driver\":\"raw\",\"file\":\"n\"}",
                encode(BlockdevOptions.Raw.builder().file(new BlockdevRef.Reference("n")).build()));
    }
}
