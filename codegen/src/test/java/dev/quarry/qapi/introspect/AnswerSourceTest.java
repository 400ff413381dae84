package dev.quarry.qapi.introspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Where an answer is read from, and servers that do not give one. */
@Timeout(30)
class AnswerSourceTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String GREETING = "{\"QMP\": {\"capabilities\": []}}\r\n";
    private static final String STOP =
            "[{\"name\": \"stop\", \"meta-type\": \"command\", \"arg-type\": \"0\","
                    + " \"ret-type\": \"0\"}, {\"name\": \"0\", \"meta-type\": \"object\","
                    + " \"members\": []}]";
    private static final String CONVERSATION =
            GREETING
                    + "{\"return\": {}}\r\n"
                    + "{\"event\": \"A\\\\\\\"}\"}\r\n{\n \"return\": "
                    + STOP
                    + "\n}\n";

    @TempDir private Path folder;

    private static void assertStop(String given) {
        var schema = new AnswerSource(given).schema(LONG);
        assertNotNull(schema.definitions().get("stop"));
    }

    private static String problem(String given, Duration limit) {
        AnswerSource source = new AnswerSource(given);
        var failure = assertThrows(IntrospectionException.class, () -> source.schema(limit));
        return failure.getMessage();
    }

    @Test
    void aServerIsAskedOverAUnixSocket() throws IOException {
        Path socket = folder.resolve("s");
        try (FakeServer server = FakeServer.at(socket, CONVERSATION, false)) {
            assertNotNull(server);
            assertStop("unix:" + socket);
            assertStop(socket.toString());
        }
    }

    @Test
    void aServerIsAskedOverTcp() throws IOException {
        try (FakeServer server = FakeServer.onPort(CONVERSATION)) {
            assertStop("localhost:" + server.port());
            assertStop("127.0.0.1:" + server.port());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SSH-2.0-Server | no QMP server: it sent 'SSH-2.0-Server'",
                "{'hello': 1} | no QMP server: its greeting lacks 'QMP'",
                "{] | it sent what is no JSON, '{]'",
                "{'QMP': {}}{'return': {}}{'error': {'desc': 'unknown'}} |"
                        + " it refused query-qmp-schema: unknown",
                "{'QMP': {}}{'error': {'desc': 'busy'}} | it refused qmp_capabilities: busy",
                "{'QMP': {}}{'result': 1} | its answer to qmp_capabilities lacks 'return'",
                "{'QMP': {}}{'return': {}}{'return': {}} |"
                        + " expected the answer to query-qmp-schema, a JSON array",
                "{'QMP': {}}{'return': {}}{'return': [7]} | element 1: expected an object"
            })
    void whatNoServerOfQmpSaysIsToldAsItIs(String text, String expected) throws IOException {
        Path socket = folder.resolve("s");
        String json = text.startsWith("{") ? text.replace('\'', '"') : text;
        try (FakeServer server = FakeServer.at(socket, json, false)) {
            assertNotNull(server);
            assertEquals("unix:" + socket + ": " + expected, problem("unix:" + socket, LONG));
        }
    }

    @Test
    void aServerThatSaysNothingIsGivenUp() throws IOException {
        Path socket = folder.resolve("s");
        try (FakeServer server = FakeServer.at(socket, "", false)) {
            assertNotNull(server);
            assertEquals(
                    "unix:"
                            + socket
                            + ": no greeting within 1 s; another client may hold the socket, or it"
                            + " is no QMP server",
                    problem("unix:" + socket, Duration.ofSeconds(1)));
        }
    }

    @Test
    void aServerThatGoesIsToldFromOneThatIsSlow() throws IOException {
        Path socket = folder.resolve("s");
        try (FakeServer server = FakeServer.at(socket, GREETING, false)) {
            assertNotNull(server);
            assertEquals(
                    "unix:" + socket + ": no answer to qmp_capabilities within 1 s",
                    problem("unix:" + socket, Duration.ofSeconds(1)));
        }
        Files.delete(socket);
        try (FakeServer server = FakeServer.at(socket, "", true)) {
            assertNotNull(server);
            assertEquals(
                    "unix:"
                            + socket
                            + ": no greeting, the connection is closed; another client may hold"
                            + " the socket, or it is no QMP server",
                    problem("unix:" + socket, LONG));
        }
    }

    @Test
    void anEndlessMessageIsNotKept() throws IOException {
        Path socket = folder.resolve("s");
        String text = "{\"QMP\": \"" + "x".repeat(AnswerSource.LONGEST) + "\"}";
        try (FakeServer server = FakeServer.at(socket, text, false)) {
            assertNotNull(server);
            assertEquals(
                    "unix:" + socket + ": it sent a message of more than 16777216 bytes",
                    problem("unix:" + socket, LONG));
        }
    }

    @Test
    void whatIsNotThereIsToldByName() {
        String nowhere = folder.resolve("nowhere").toString();
        assertEquals(nowhere + ": there is no such file", problem(nowhere, LONG));
        assertEquals(
                "unix:" + nowhere + ": can't connect: No such file or directory",
                problem("unix:" + nowhere, LONG));
        assertEquals("here:0: there is no port 0", problem("here:0", LONG));
        assertEquals("here:70000: there is no port 70000", problem("here:70000", LONG));
        assertEquals(
                "127.0.0.1:1: can't connect: Connection refused", problem("127.0.0.1:1", LONG));
    }

    @Test
    void aFileComesBeforeAHostAndIsReadWhole() throws IOException {
        Path file = Files.writeString(folder.resolve("host:1"), STOP);
        assertStop(file.toString());
        Files.write(file, new byte[] {'[', (byte) 0xFF});
        assertEquals(file + ": not UTF-8 text", problem(file.toString(), LONG));
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength(AnswerSource.LONGEST + 1L);
        }
        assertEquals(file + ": longer than 16777216 bytes", problem(file.toString(), LONG));
        assertEquals(
                "can't read " + folder + ": java.io.IOException: Is a directory",
                problem(folder.toString(), LONG));
    }
}
