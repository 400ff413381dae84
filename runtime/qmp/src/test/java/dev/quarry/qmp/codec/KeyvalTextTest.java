package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.JsonNodeFactory;

class KeyvalTextTest {

    @ParameterizedTest
    @CsvSource({
        "1048576,1048576",
        "-1,-1",
        "+5,5",
        "0x10,16",
        "9223372036854775807," + "9223372036854775807",
        "007,7"
    })
    void digitsAreIntegers(String text, long value) {
        assertEquals(value, keyval(text).int64());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1M", "", " 1", "1.0", "one", "1e3", "0x", "9223372036854775808"})
    void anythingElseIsNot(String text) {
        assertThrows(QmpException.class, () -> keyval(text).int64());
    }

    @ParameterizedTest
    @CsvSource({"on,true", "off,false", "yes,true", "no,false", "true,true", "false,false"})
    void onAndOffAreBooleans(String text, boolean value) {
        assertEquals(value, keyval(text).bool());
    }

    @Test
    void anythingElseIsNoBoolean() {
        var e = assertThrows(QmpException.class, () -> keyval("ON").bool());
        assertTrue(e.description().contains("'on' or 'off'"), e.description());
    }

    @Test
    void numbersHaveFractions() {
        assertEquals(0.5, keyval("0.5").number());
        assertThrows(QmpException.class, () -> keyval("half").number());
    }

    @Test
    void requestsStayExact() {
        var text = JsonNodeFactory.instance.stringNode("1");
        assertThrows(QmpException.class, () -> JsonInput.strict(text, Conditions.none()).int64());
        assertThrows(QmpException.class, () -> JsonInput.strict(text, Conditions.none()).bool());
    }

    private static JsonInput keyval(String text) {
        return JsonInput.keyval(JsonNodeFactory.instance.stringNode(text), Conditions.none());
    }
}
