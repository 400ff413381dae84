package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code qapi diff}: each kind of change, and its verdict. */
class DiffTest {
    @TempDir private Path folder;

    private String diff(String before, String after, int status) throws IOException {
        StringWriter out = new StringWriter();
        Path old = Files.writeString(folder.resolve("old.json"), before);
        Path now = Files.writeString(folder.resolve("new.json"), after);
        assertEquals(
                status,
                Main.commandLine()
                        .setOut(new PrintWriter(out, true))
                        .execute("diff", old.toString(), now.toString()));
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'command':'a'} | {'command':'a'}{'command':'b'} | fine   command b: added",
                "{'command':'a'}{'event':'B'} | {'command':'a'} | breaks event B: removed",
                "{'command':'a','data':{'x':'int'}} | {'command':'a'} |"
                        + " breaks command a: x: removed",
                "{'command':'a'} | {'command':'a','data':{'*x':'int'}} |"
                        + " fine   command a: x: added",
                "{'command':'a'} | {'command':'a','data':{'x':'int'}} |"
                        + " breaks command a: x: added, and mandatory",
                "{'command':'a','data':{'*x':'int'}} | {'command':'a','data':{'x':'int'}} |"
                        + " breaks command a: x: became mandatory",
                "{'event':'A','data':{'x':'int'}} | {'event':'A','data':{'*x':'int'}} |"
                        + " breaks event A: data.x: became optional",
                "{'event':'A','data':{'x':'int'}} | {'event':'A','data':{'x':'int','y':'int'}} |"
                        + " fine   event A: data.y: added",
                "{'command':'a','data':{'x':'int'}} | {'command':'a','data':{'x':'number'}} |"
                        + " fine   command a: x: was int, is number",
                "{'event':'A','data':{'x':['int']}} | {'event':'A','data':{'x':['str']}} |"
                        + " breaks event A: data.x[]: was int, is string",
                "{'command':'a'} | {'command':'a','features':['deprecated']} |"
                        + " fine   command a: now deprecated",
                "{'enum':'E','data':['p','q']}{'command':'a','data':{'e':'E'}} |"
                        + " {'enum':'E','data':['p']}{'command':'a','data':{'e':'E'}} |"
                        + " breaks command a: e: value 'q' removed",
                "{'enum':'E','data':['p']}{'command':'a','data':{'e':'E'}} |"
                        + " {'enum':'E','data':['p','q']}{'command':'a','data':{'e':'E'}} |"
                        + " fine   command a: e: value 'q' added",
                "{'command':'a','data':{'x':'str'}} |"
                        + " {'alternate':'T','data':{'s':'str','n':'null'}}"
                        + "{'command':'a','data':{'x':'T'}} |"
                        + " fine   command a: x: may now be of type null"
            })
    void aChangeIsNamedAndJudged(String before, String after, String change) throws IOException {
        boolean breaks = change.startsWith("breaks");
        assertEquals(
                change + "\nclients keep working: " + (breaks ? "no" : "yes") + "\n",
                diff(before, after, breaks ? 3 : 0));
    }

    @Test
    void namesOfTypesDoNotMatterAndRecursionEnds() throws IOException {
        String before = "{'struct':'T','data':{'*t':'T'}}{'command':'a','data':'T'}";
        String after = "{'struct':'U','data':{'*t':'U'}}{'command':'a','data':'U'}";
        assertEquals("clients keep working: yes\n", diff(before, after, 0));
    }
}
