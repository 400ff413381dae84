package dev.quarry.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class CompletionTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`` | disk-add disk-del exit help",
                "disk-d | disk-del",
                "help disk- | disk-add disk-del",
                "`disk-add ` | driver= name= sizes. zeros=",
                "disk-add driver=raw n | name=",
                "`disk-add driver=raw name=x ` | file. file= sizes. zeros=",
                "disk-add driver=raw,f | driver=raw,file. driver=raw,file=",
                "disk-add driver= | driver=file driver=raw",
                "disk-add driver=r | driver=raw",
                "disk-add driver=raw file. | file.driver= file.name= file.sizes. file.zeros=",
                "disk-add driver=raw file.driver=file file.d | file.direct=",
                "disk-add driver=raw file.driver=file file.direct=o"
                        + " | file.direct=off file.direct=on",
                "disk-add driver=raw file.driver=raw file.file.driver=f | file.file.driver=file",
                "disk-add zeros= | zeros=off zeros=on zeros=unmap",
                "disk-add name= | ``",
                "disk-add nonsense.x= | ``",
                "unknown x | ``",
            })
    void offersWhatTheSchemaAllows(String line, String expected) {
        List<String> words = List.of((line == null ? "" : line).split(" ", -1));
        List<String> offered = new Completion(TestSchema.schema()).candidates(words);
        assertEquals(expected == null ? "" : expected, String.join(" ", offered));
    }
}
