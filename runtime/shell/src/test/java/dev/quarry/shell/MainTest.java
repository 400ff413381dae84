package dev.quarry.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qmp.codec.QmpErrorClass;
import dev.quarry.qmp.junit.FakeQmp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The program from its arguments to its exit status. */
class MainTest {
    @RegisterExtension final FakeQmp qemu = FakeQmp.builder().lenient().build();

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String input, String... arguments) {
        return new Main(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(arguments);
    }

    private int runAtServer(String input, String... rest) {
        List<String> arguments = new ArrayList<>(List.of(rest));
        arguments.add(
                rest.length > 0 && rest[0].startsWith("--") ? 1 : 0, qemu.socket().toString());
        return run(input, arguments.toArray(new String[0]));
    }

    private void assertOutput(String expectedOut, String expectedErr) {
        assertEquals(expectedOut, out.toString(StandardCharsets.UTF_8));
        assertEquals(expectedErr, err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void oneCommandPrintsItsValueForPeople() {
        qemu.on("query-x").with("{'a': 'é b'}").reply("{'n': [1, 'é']}");
        assertEquals(Main.DONE, runAtServer("", "query-x", "a='é b'"));
        assertOutput("{\n  \"n\" : [ 1, \"é\" ]\n}\n", "");
    }

    @Test
    void oneCommandPrintsItsReplyForPrograms() {
        qemu.on("query-x").reply("{'n': 18446744073709551615}");
        assertEquals(Main.DONE, runAtServer("", "--json", "query-x"));
        assertOutput("{\"return\":{\"n\":18446744073709551615}}\n", "");
    }

    @Test
    void aRefusalIsStatusOne() {
        qemu.on("x").times(2).error(QmpErrorClass.DEVICE_NOT_FOUND, "no x");
        assertEquals(Main.REFUSED, runAtServer("", "x"));
        assertOutput("", "DeviceNotFound: no x\n");
        out.reset();
        err.reset();
        assertEquals(Main.REFUSED, runAtServer("", "--json", "x"));
        assertOutput("{\"error\":{\"class\":\"DeviceNotFound\",\"desc\":\"no x\"}}\n", "");
    }

    @Test
    void aScriptEndsAtItsFirstFailure() {
        qemu.on("a").reply("1");
        qemu.on("b").error("no");
        assertEquals(Main.REFUSED, runAtServer("# a comment\n\na\nb\nc\n"));
        assertOutput("1\n", "GenericError: no\n");
        assertEquals(0, qemu.received("c").size());
    }

    @Test
    void typesComeFromTheServersSchema() {
        qemu.on("query-qmp-schema").reply(TestSchema.REPLY);
        qemu.on("disk-add").with("{'sizes': [5], 'zeros': false}");
        assertEquals(Main.DONE, runAtServer("", "disk-add", "sizes.0=5", "zeros=off"));
        qemu.verify();
    }

    @Test
    void helpTellsCommandsAndArguments() {
        qemu.on("query-qmp-schema").always().reply(TestSchema.REPLY);
        assertEquals(Main.DONE, runAtServer("help\nhelp disk-add\n"));
        assertOutput(
                """
                disk-add
                disk-del
                disk-add
                  driver=file | raw
                  name=<string>
                  sizes?=[<int> …]
                  zeros?=on | off | on | unmap
                """,
                "");
    }

    @Test
    void whatIsNotUnderstoodIsStatusTwo() {
        assertEquals(Main.TROUBLE, runAtServer("", "x", "a"));
        assertOutput("", "'a' needs a value: a=…\n");
    }

    @Test
    void usageAndMissingServersAreStatusTwo() {
        assertEquals(Main.TROUBLE, run("", "--nonsense"));
        assertEquals(Main.TROUBLE, run(""));
        assertEquals(Main.TROUBLE, run("", "/no/such/socket", "x"));
        String told = err.toString(StandardCharsets.UTF_8);
        assertEquals(3, told.lines().count(), told);
        assertTrue(told.contains("/no/such/socket"), told);
        assertEquals("", out.toString(StandardCharsets.UTF_8));
        assertEquals(Main.DONE, run("", "--help"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("ADDRESS"));
    }

    @Test
    void hostAndPortAreAnAddressToo() {
        qemu.on("a").reply("'tcp'");
        assertEquals(Main.DONE, run("", "localhost:" + qemu.port(), "a"));
        assertOutput("\"tcp\"\n", "");
    }
}
