package dev.quarry.qmp.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.json.JsonMapper;

/** Integers of a server whose schema is known by introspection alone, which hides their width. */
class LenientIntegerTest {
    private static JsonInput lenient(String json) {
        return JsonInput.lenient(new JsonMapper().readTree(json));
    }

    @Test
    void whatOnlyAnUnsignedIntegerHoldsKeepsItsBits() {
        assertEquals("18446744073709551615", Long.toUnsignedString(int64("18446744073709551615")));
        assertEquals("9223372036854775808", Long.toUnsignedString(int64("9223372036854775808")));
        assertEquals(Long.MAX_VALUE, int64("9223372036854775807"));
        assertEquals(Long.MIN_VALUE, int64("-9223372036854775808"));
    }

    private static long int64(String json) {
        return lenient(json).int64();
    }

    @ParameterizedTest
    @ValueSource(strings = {"18446744073709551616", "-9223372036854775809", "1.0", "\"1\""})
    void whatNoIntegerOf64BitsHoldsIsRefused(String json) {
        assertThrows(QmpException.class, () -> lenient(json).int64());
    }

    @Test
    void aStrictInputHasNoUnsignedIntegers() {
        var tree = new JsonMapper().readTree("9223372036854775808");
        var strict = JsonInput.strict(tree, Conditions.none());
        assertThrows(QmpException.class, strict::int64);
    }
}
