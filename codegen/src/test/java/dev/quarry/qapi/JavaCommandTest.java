package dev.quarry.qapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code qapi java}: which files there are for which options. */
class JavaCommandTest {
    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();

    @TempDir private Path folder;

    @BeforeEach
    void writeSchema() throws IOException {
        write("root.json", "{ 'include': 'disks.json' } { 'include': 'nets.json' }");
        write(
                "disks.json",
                """
                { 'enum': 'DiskKind', 'data': [ 'flat', { 'name': 'tape', 'if': 'TAPE' } ] }
                { 'struct': 'Disk', 'data': { 'kind': 'DiskKind', 'address': 'Address' } }
                { 'struct': 'Reel', 'data': { 'length': 'int' }, 'if': 'TAPE' }
                { 'command': 'query-disks', 'returns': [ 'Disk' ] }
                { 'command': 'rewind', 'data': { '*reel': 'Reel' }, 'if': 'TAPE' }
                """);
        write(
                "nets.json",
                """
                { 'struct': 'Address', 'data': { 'port': 'int' } }
                { 'struct': 'Card', 'data': { 'mac': 'str' } }
                { 'command': 'query-cards', 'returns': [ 'Card' ] }
                { 'event': 'UNPLUGGED', 'data': { 'mac': 'str' } }
                """);
    }

    private String write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int run(String... options) {
        return runIn("p", options);
    }

    private int runIn(String packageName, String... options) {
        String target = folder.resolve("gen").toString();
        String[] fixed = {"java", "--package", packageName, "--out", target};
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(
                        Stream.of(fixed, options, new String[] {folder + "/root.json"})
                                .flatMap(Stream::of)
                                .toArray(String[]::new));
    }

    private Set<String> classes() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("gen/p"))) {
            return files.map(f -> f.getFileName().toString().replace(".java", ""))
                    .filter(name -> !name.equals("package-info"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static Set<String> names(String list) {
        return new TreeSet<>(Set.of(list.split(" ")));
    }

    @Test
    void everythingIsGeneratedWithoutOptions() throws IOException {
        assertEquals(0, run(), err::toString);
        assertEquals(
                names(
                        "DiskKind Disk Reel RewindArguments Address Card QType UnpluggedEvent"
                                + " DisksCommands NetsCommands Events CommandTable QapiClient"),
                classes());
    }

    @Test
    void onlyOnePartIsGeneratedAndWhatAnEarlierRunLeftIsRemoved() throws IOException {
        assertEquals(0, run(), err::toString);
        assertEquals(0, run("--only", "types"), err::toString);
        Set<String> types =
                names("DiskKind Disk Reel RewindArguments Address Card QType UnpluggedEvent");
        assertEquals(types, classes());

        assertEquals(0, run("--only", "client"), err::toString);
        types.addAll(names("DisksCommands NetsCommands Events QapiClient"));
        assertEquals(types, classes());

        assertEquals(0, run("--only", "server"), err::toString);
        types.removeAll(names("Events QapiClient"));
        types.add("CommandTable");
        assertEquals(types, classes());
    }

    @Test
    void aModuleBringsTheTypesItNeedsOfOthers() throws IOException {
        assertEquals(0, run("--module", "disks", "--only", "types"), err::toString);
        assertEquals(names("DiskKind Disk Reel RewindArguments Address"), classes());
        assertEquals(0, run("--module", "disks", "--module", "nets", "--only", "client"));
        assertTrue(classes().containsAll(names("Card DisksCommands NetsCommands")));
    }

    @Test
    void whatDoesNotExistUnderTheConditionsIsLeftOut() throws IOException {
        String conditions = write("conditions.json", "{\"TAPE\": false, \"OTHER\": true}");
        assertEquals(0, run("--conditions", conditions, "--module", "disks", "--only", "server"));
        assertEquals(names("DiskKind Disk Address DisksCommands CommandTable"), classes());
        String kinds = Files.readString(folder.resolve("gen/p/DiskKind.java"));
        assertFalse(kinds.contains("TAPE") || kinds.contains("conditions"), kinds);
    }

    @Test
    void whatAConditionHoldsForNeedsNoLookAtItAnyMore() throws IOException {
        String conditions = write("conditions.json", "{\"TAPE\": true}");
        assertEquals(0, run("--conditions", conditions, "--only", "types"));
        String kinds = Files.readString(folder.resolve("gen/p/DiskKind.java"));
        assertTrue(kinds.contains("TAPE(\"tape\")") && !kinds.contains("conditions"), kinds);
    }

    @Test
    void wrongUsageIsExplainedAndExitsWithTwo() throws IOException {
        assertEquals(2, run("--module", "dsiks"));
        assertEquals(2, runIn("not a name"));
        assertEquals(2, run("--only", "half"));
        String said = err.toString();
        assertTrue(said.contains("no module 'dsiks', only root disks nets"), said);
        assertTrue(said.contains("'not a name' is no name of a package"), said);
        assertTrue(said.contains("all, types, client, server"), said);
        assertFalse(Files.exists(folder.resolve("gen")));
    }

    @Test
    void aFileOfConditionsThatIsNoneIsNamed() throws IOException {
        assertEquals(1, run("--conditions", write("conditions.json", "[]")));
        assertTrue(err.toString().contains("conditions.json: expected a JSON object"));
    }

    @Test
    void helpHasExamples() {
        assertEquals(0, run("--help"));
        assertTrue(out.toString().contains("--only client --module block-core"), out.toString());
    }
}
