package dev.quarry.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.Request;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "disk-del | {}",
                "disk-add driver=raw name=a | {'driver':'raw','name':'a'}",
                "disk-add driver=raw,name=a | {'driver':'raw','name':'a'}",
                "disk-add name=12 sizes.0=12 sizes.1=-3 | {'name':'12','sizes':[12,-3]}",
                "disk-add sizes.0=18446744073709551615 | {'sizes':[18446744073709551615]}",
                "disk-add driver=file direct=on rate=1.5 |"
                        + " {'driver':'file','direct':true,'rate':1.5}",
                "disk-add driver=file other=7 | {'driver':'file','other':7}",
                "disk-add driver=raw file=node0 | {'driver':'raw','file':'node0'}",
                "disk-add driver=raw file.driver=file file.path=/a b file.direct=off"
                        + " | 'b' needs a value: b=…",
                "disk-add driver=raw file.driver=file file.path='/a b' file.direct=off |"
                        + " {'driver':'raw','file':{'driver':'file','path':'/a b','direct':false}}",
                "disk-add zeros=on | {'zeros':'on'}",
                "disk-add zeros=off | {'zeros':false}",
                "disk-add name=a,,b | {'name':'a,b'}",
                "disk-add sizes.0=many nonsense=1 | {'sizes':['many'],'nonsense':'1'}",
                "disk-add {'name': 'a', 'x': [1, true]} | {'name':'a','x':[1,true]}",
                "unknown x=1 | {'x':'1'}",
                "disk-add 'name=a | a closing ' is missing",
                "disk-add {'name': | Invalid JSON: the end is missing",
                "disk-add {} {} | Invalid JSON: nothing may follow, but there is: {}",
            })
    void argumentsGetTheTypesOfTheSchema(String line, String expected) {
        String actual;
        try {
            actual = CommandLine.parse(line, TestSchema.schema()).arguments().toString();
        } catch (RuntimeException e) {
            actual = e.getMessage();
        }
        assertEquals(expected.startsWith("{") ? expected.replace('\'', '"') : expected, actual);
    }

    @Test
    void aWholeMessageIsTakenAsItIs() {
        Request request =
                CommandLine.parse("{'exec-oob': 'x', 'arguments': {'a': 1}}", Schema.EMPTY);
        assertEquals("x", request.command());
        assertTrue(request.outOfBand());
        Exception e =
                assertThrows(
                        IllegalArgumentException.class,
                        () -> CommandLine.parse("{'run': 'x'}", Schema.EMPTY));
        assertTrue(String.valueOf(e.getMessage()).contains("'run'"));
    }
}
