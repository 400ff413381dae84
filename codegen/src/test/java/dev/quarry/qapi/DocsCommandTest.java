package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/** {@code qapi docs}, as called from a shell. */
class DocsCommandTest {
    private static final FileTime LONG_AGO = FileTime.fromMillis(1_000_000);

    @TempDir private Path folder;
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return Main.commandLine().setErr(new PrintWriter(err, true)).execute(arguments);
    }

    private Path schema(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), text);
    }

    private Path manual() {
        return folder.resolve("manual");
    }

    private int docs(Path schema) {
        return run("docs", "--out", manual().toString(), schema.toString());
    }

    @Test
    void manualIsWrittenAndCalledAfterTheSchema() throws IOException {
        assertEquals(0, docs(schema("protocol", "{ 'event': 'A' }")), err::toString);
        String index = Files.readString(manual().resolve("index.html"));
        assertTrue(index.contains("<title>protocol</title>"), index);
        for (String file : new String[] {"protocol.html", "manual.css", "manual.js"}) {
            assertTrue(Files.exists(manual().resolve(file)), file);
        }
    }

    @Test
    void titleIsTheUsers() throws IOException {
        String out = manual().toString();
        String schema = schema("protocol", "{ 'event': 'A' }").toString();
        assertEquals(0, run("docs", "--out", out, "--title", "Mine", schema), err::toString);
        assertTrue(Files.readString(manual().resolve("index.html")).contains("<h1>Mine</h1>"));
    }

    @Test
    void onlyWhatChangedIsWrittenAndOldPagesGo() throws IOException {
        Path part = schema("part", "{ 'event': 'B' }");
        Path root = schema("root", "{ 'include': 'part.json' } { 'event': 'A' }");
        assertEquals(0, docs(root));
        Path foreign = Files.writeString(manual().resolve("own.html"), "<p>the user's own");
        for (String file : new String[] {"root.html", "part.html"}) {
            Files.setLastModifiedTime(manual().resolve(file), LONG_AGO);
        }
        Files.writeString(part, "{ 'event': 'C' }");
        assertEquals(0, docs(root));
        assertEquals(LONG_AGO, Files.getLastModifiedTime(manual().resolve("root.html")));
        assertTrue(Files.readString(manual().resolve("part.html")).contains("id=\"C\""));
        Files.writeString(root, "{ 'event': 'A' }");
        assertEquals(0, docs(root));
        assertFalse(Files.exists(manual().resolve("part.html")));
        assertTrue(Files.exists(foreign));
    }

    @Test
    void badSchemaLeavesNothingBehind() throws IOException {
        assertEquals(1, docs(schema("bad", "{ 'event': 'A', 'data': 'Nothing' }")));
        assertTrue(err.toString().contains("bad.json:1:1: "), err.toString());
        assertFalse(Files.exists(manual()));
    }

    @Test
    void folderIsNeeded() throws IOException {
        assertEquals(2, run("docs", schema("s", "").toString()));
        assertTrue(err.toString().contains("--out"), err.toString());
    }
}
