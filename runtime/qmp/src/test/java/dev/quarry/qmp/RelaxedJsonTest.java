package dev.quarry.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelaxedJsonTest {
    @Test
    void takesWhatQemuTakes() {
        assertEquals(
                "{\"a\":[1,\"it's\",18446744073709551615]}",
                RelaxedJson.parse(" {'a': [1, 'it\\'s', 18446744073709551615]} ").toString());
        assertEquals("true", RelaxedJson.parse("true").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} {}  | nothing may follow",
                "{'a':  | the end is missing",
                "``     | the end is missing",
                "{a: 1} | Invalid JSON",
            })
    void saysWhatIsWrong(String text, String message) {
        Exception e = assertThrows(IllegalArgumentException.class, () -> RelaxedJson.parse(text));
        assertTrue(String.valueOf(e.getMessage()).contains(message), e::toString);
    }
}
