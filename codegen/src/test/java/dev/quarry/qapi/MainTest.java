package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command line: what goes where, and the exit status. */
class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir private Path folder;

    private int run(String... arguments) {
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    private String schema(String text) throws IOException {
        return Files.writeString(folder.resolve("schema.json"), text).toString();
    }

    @Test
    void aGoodSchemaIsCheckedInSilence() throws IOException {
        assertEquals(0, run("check", schema("{ 'enum': 'Colour', 'data': [ 'red' ] }")));
        assertEquals("", out.toString() + err);
    }

    @Test
    void whatIsWrongGoesToStandardErrorWithItsPlace() throws IOException {
        String schema = schema("{ 'struct': 'Point',\n  'data': { 'x': 'Nothing' } }");
        assertEquals(1, run("check", schema));
        assertEquals("", out.toString());
        assertEquals(
                schema
                        + ": In struct 'Point':\n"
                        + schema
                        + ":1:1: member 'x' uses unknown type 'Nothing'\n",
                err.toString());
    }

    @Test
    void aMissingFileIsAnErrorOfTheSchema() {
        assertEquals(1, run("check", folder.resolve("nowhere.json").toString()));
        assertTrue(err.toString().contains("there is no such file"), err.toString());
    }

    @Test
    void wrongUsageExitsWithTwo() throws IOException {
        assertEquals(2, run("check"));
        assertEquals(2, run("chekc", "x"));
        assertEquals(2, run("check", "--dialect", "12.9", schema("")));
        assertTrue(err.toString().contains("is no dialect"), err.toString());
    }

    @Test
    void introspectionLeavesOutWhatDoesNotHold() throws IOException {
        String schema = schema("{ 'event': 'A' } { 'event': 'B', 'if': 'FUN' }");
        Path conditions = Files.writeString(folder.resolve("c.json"), "{\"FUN\": false}");
        assertEquals(0, run("introspect", "--conditions", conditions.toString(), schema));
        assertTrue(out.toString().contains("\"A\"") && !out.toString().contains("\"B\""));
    }

    @Test
    void javaIsWrittenUnderTheFolder() throws IOException {
        String schema = schema("{ 'enum': 'Colour', 'data': [ 'red' ] }");
        assertEquals(
                0,
                run("java", "--package", "org.x", "--out", folder.toString(), schema),
                err::toString);
        assertTrue(Files.exists(folder.resolve("org/x/Colour.java")));
    }

    @Test
    void everyHelpTellsTheExitStatusesAndShowsExamples() {
        for (String command : Main.commandLine().getSubcommands().keySet()) {
            if (!command.equals("help") && !command.equals("docs")) {
                out.getBuffer().setLength(0);
                assertEquals(0, run(command, "--help"));
                assertTrue(out.toString().contains("Exit status:\n  0   good\n"), out::toString);
                assertTrue(out.toString().contains("\n  qapi " + command + " "), out::toString);
            }
        }
    }
}
