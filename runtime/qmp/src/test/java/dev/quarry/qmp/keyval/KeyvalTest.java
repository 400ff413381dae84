package dev.quarry.qmp.keyval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyvalTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "driver=file,filename=a.raw | {'driver':'file','filename':'a.raw'}",
                "null-co,node-name=x | {'driver':'null-co','node-name':'x'}",
                "file,filename=a,,b=c | {'driver':'file','filename':'a,b=c'}",
                "a,,b,node-name=x | {'driver':'a,b','node-name':'x'}",
                "cache.direct=on,cache.no-flush=off | {'cache':{'direct':'on','no-flush':'off'}}",
                "bitmaps.1=b,bitmaps.0=a | {'bitmaps':['a','b']}",
                "b.0.node=n,b.0.name=m | {'b':[{'node':'n','name':'m'}]}",
                "size=1048576 | {'size':'1048576'}",
                "size=1,size=2 | {'size':'2'}",
                "export= | {'export':''}",
                "a=1, | {'a':'1'}",
                "`` | {}",
            })
    void pairsBecomeNestedObjectsOfStrings(String text, String json) {
        String expected = json.replace('\'', '"');
        assertEquals(expected, Keyval.parse(text == null ? "" : text, "driver").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a=1,b | 'b' needs a value: b=…",
                "a=1,a.b=2 | 'a.b' is given a value here, and members in another place",
                "a.b=2,a=1 | 'a' is given a value here, and members in another place",
                "b.0=x,b.2=y | 'b.1' is missing",
                "a..b=1 | 'a..b' is not a valid option name",
                "=1 | '' is not a valid option name",
                "a.=1 | 'a.' is not a valid option name",
            })
    void malformedPairsAreRefusedByName(String text, String message) {
        var e = assertThrows(KeyvalException.class, () -> Keyval.parse(text, "driver"));
        assertEquals(message, e.getMessage());
    }

    @Test
    void mixedIndicesAndNamesStayAnObjectForTheDecoderToRefuse() {
        assertEquals(
                "{\"b\":{\"0\":\"x\",\"c\":\"y\"}}", Keyval.parse("b.0=x,b.c=y", "").toString());
    }

    @Test
    void aFirstPieceWithoutKeyNeedsAnImpliedKey() {
        var e = assertThrows(KeyvalException.class, () -> Keyval.parse("unix,a=b", ""));
        assertEquals("'unix' needs a value: unix=…", e.getMessage());
    }

    @Test
    void jsonIsTakenAsItStands() {
        String text = "{\"driver\":\"null-co\",\"size\":1048576}";
        assertTrue(Keyval.isJson(text));
        assertEquals(text, Keyval.parse(text, "driver").toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"{`a`:1,`a`:2}", "{`a`:1} x", "{`a`:", "{a:1}"})
    void brokenJsonIsRefused(String text) {
        String json = text.replace('`', '"');
        assertThrows(KeyvalException.class, () -> Keyval.parse(json, "driver"));
    }
}
