package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.quarry.qapi.generated.BlockdevDriver;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevRefOrNull;
import dev.quarry.qapi.generated.VersionInfo;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** The generated types with a Jackson mapper that knows nothing of them. */
class PlainMapperTest {
    private static final ObjectMapper MAPPER = new JsonMapper();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"driver\":\"null-co\"}",
                "{\"driver\":\"null-co\",\"latency-ns\":18446744073709551615}",
                "{\"driver\":\"file\",\"filename\":\"a\",\"detect-zeroes\":\"unmap\"}",
                "{\"driver\":\"qcow2\",\"file\":\"n\",\"backing\":null}",
                "{\"driver\":\"qcow2\",\"file\":{\"driver\":\"file\",\"filename\":\"a\"},"
                        + "\"backing\":{\"driver\":\"raw\",\"file\":\"m\"}}",
                "{\"driver\":\"qcow2\",\"file\":\"n\"}"
            })
    void optionsRoundTrip(String json) {
        BlockdevOptions options = MAPPER.readValue(json, BlockdevOptions.class);
        assertEquals(MAPPER.readTree(json), MAPPER.readTree(MAPPER.writeValueAsString(options)));
        assertEquals(
                BlockdevOptions.decode(JsonInput.strict(MAPPER.readTree(json), Conditions.none())),
                options);
    }

    @Test
    void nullIsAValueOfAnAlternateThatHasIt() {
        assertEquals(
                new BlockdevRefOrNull.Null(), MAPPER.readValue("null", BlockdevRefOrNull.class));
        assertEquals("null", MAPPER.writeValueAsString(new BlockdevRefOrNull.Null()));
    }

    @Test
    void enumsAndStructsHaveTheirWireNames() {
        assertEquals("\"null-co\"", MAPPER.writeValueAsString(BlockdevDriver.NULL_CO));
        String json = "{\"qemu\":{\"major\":7,\"micro\":0,\"minor\":2},\"package\":\"\"}";
        VersionInfo version = MAPPER.readValue(json, VersionInfo.class);
        assertEquals("", version.package_());
        assertEquals(MAPPER.readTree(json), MAPPER.readTree(MAPPER.writeValueAsString(version)));
    }

    @Test
    void aMandatoryMemberMayNotBeMissing() {
        assertThrows(
                JacksonException.class,
                () -> MAPPER.readValue("{\"driver\":\"file\"}", BlockdevOptions.class));
    }
}
