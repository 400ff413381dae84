package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One client's conversation over a unix socket. */
class SessionTest {
    private static final String GREETING =
            "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 0, \"minor\": 2, \"major\": 7},"
                    + " \"package\": \"Quarry test\"}, \"capabilities\": [\"oob\"]}}";
    private static final Duration A_WHILE = Duration.ofMillis(150);

    @TempDir Path folder;
    private TestMonitor monitor;

    @BeforeEach
    void start() {
        monitor = TestMonitor.start(folder);
    }

    @AfterEach
    void stop() {
        monitor.close();
    }

    @Test
    void greetsAndNegotiates() throws IOException {
        try (RawClient client = monitor.connect()) {
            assertEquals(GREETING, client.line());
            assertError("CommandNotFound", 1, client.call("{'execute':'query-version','id':1}"));
            assertError("CommandNotFound", 2, client.call("{'execute':'nope','id':2}"));
            assertEquals(
                    "{\"return\": {}, \"id\": 3}",
                    client.call("{'execute':'qmp_capabilities','id':3}"));
            assertError("CommandNotFound", 4, client.call("{'execute':'qmp_capabilities','id':4}"));
            assertTrue(client.call("{'execute':'query-version','id':5}").startsWith("{\"return\""));
        }
    }

    @Test
    void refusesWrongCapabilitiesAndStaysUnnegotiated() throws IOException {
        try (RawClient client = monitor.connect()) {
            client.line();
            for (String enable : new String[] {"['bogus']", "'oob'", "null", "{}", "[1]"}) {
                String arguments = ",'arguments':{'enable':" + enable + "}}";
                String reply = client.call("{'execute':'qmp_capabilities'" + arguments);
                assertError("GenericError", null, reply);
            }
            assertError("CommandNotFound", null, client.call("{'execute':'query-version'}"));
        }
    }

    @Test
    void checksTheShapeOfARequestBeforeItsCommand() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            for (String bad :
                    new String[] {
                        "{'id':5}",
                        "{'execute':1,'id':5}",
                        "{'execute':null,'id':5}",
                        "{'execute':'nope','arguments':[],'id':5}",
                        "{'execute':'nope','arguments':null,'id':5}",
                        "{'execute':'nope','extra':1,'id':5}",
                        "{'execute':'nope','':1,'id':5}",
                        "{'exec-oob':'query-version','id':5}",
                        "{'exec-oob':'query-version','execute':'query-version','id':5}"
                    }) {
                assertError("GenericError", 5, client.call(bad));
            }
            for (String bad : new String[] {"1 ", "'s'", "[]", "null\n", "{}", "{]", "NaN\n"}) {
                assertError("GenericError", null, client.call(bad));
            }
            assertError("CommandNotFound", 6, client.call("{'execute':'','id':6}"));
            assertError("CommandNotFound", 7, client.call("{'execute':'hidden','id':7}"));
        }
    }

    @Test
    void echoesEveryKindOfId() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            for (String id :
                    new String[] {
                        "null",
                        "true",
                        "0",
                        "-7",
                        "1.5",
                        "18446744073709551615",
                        "\"\"",
                        "[]",
                        "{}",
                        "[1, [2, {\"a\": null}], \"x\"]",
                        "\"\\u00E9\\u007F\\u0000\"",
                        "1e+999"
                    }) {
                String reply = client.call("{'execute':'echo','id':" + id + "}\n");
                assertEquals("{\"return\": {}, \"id\": " + id + "}", reply);
            }
        }
    }

    @Test
    void answersCommandsInOrderHoweverTheyArrive() throws IOException {
        try (RawClient client = monitor.connect()) {
            StringBuilder all = new StringBuilder("{'execute':'qmp_capabilities'}");
            for (int i = 0; i < 2000; i++) {
                all.append("{'execute':'echo','arguments':{'n':").append(i).append("}}\r\n");
            }
            client.send(all.toString());
            client.line();
            assertEquals("{\"return\": {}}", client.line());
            for (int i = 0; i < 2000; i++) {
                assertEquals("{\"return\": {\"n\": " + i + "}}", client.line());
            }
        }
    }

    @Test
    void answersCommandsThatArriveByteByByte() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            String text = "{'execute':'echo','id':\"\u00e9\"}";
            for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
                client.send(new byte[] {octet});
            }
            assertEquals("{\"return\": {}, \"id\": \"\\u00E9\"}", client.line());
        }
    }

    @Test
    void takesALineOfManyMegabytes() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            String text = "a".repeat(8 << 20);
            String reply = client.call("{'execute':'echo','arguments':{'t':'" + text + "'}}");
            assertEquals("{\"return\": {\"t\": \"" + text + "\"}}", reply);
        }
    }

    @Test
    void answersAllBeforeTheEndWhenTheClientShutsItsOutput() throws Exception {
        try (RawClient client = monitor.connect()) {
            client.send(
                    "{'execute':'qmp_capabilities'}{'execute':'wait'}{'execute':'nope','id':2}");
            client.send("{'execute':'echo");
            client.endOutput();
            monitor.awaitWaiting(1);
            client.line();
            assertEquals("{\"return\": {}}", client.line());
            client.expectSilence(A_WHILE);
            monitor.commands.released.release();
            assertEquals("{\"return\": {}}", client.line());
            assertError("CommandNotFound", 2, client.line());
            client.expectEnd();
        }
    }

    @Test
    void answersAllBeforeTheEndWithOutOfBandEnabledToo() throws Exception {
        try (RawClient client = monitor.connect()) {
            client.negotiate("{'enable':['oob']}");
            client.send("{'execute':'wait','id':1}{'execute':'echo','id':2}");
            client.send("{'exec-oob':'query-version','id':3}");
            client.endOutput();
            assertEquals(3, client.receive().get("id").intValue());
            monitor.commands.released.release();
            assertEquals(1, client.receive().get("id").intValue());
            assertEquals(2, client.receive().get("id").intValue());
            client.expectEnd();
        }
    }

    @Test
    void outOfBandCommandsOvertake() throws Exception {
        try (RawClient client = monitor.connect()) {
            client.negotiate("{'enable':['oob','oob']}");
            client.send("{'execute':'wait','id':1}");
            client.send("{'execute':'echo','id':2}{]{'exec-oob':'nope','id':3}");
            assertError("CommandNotFound", 3, client.line());
            assertError("GenericError", 4, client.call("{'exec-oob':'echo','id':4}"));
            client.send("{'exec-oob':'release','id':5}");
            List<String> replies =
                    List.of(client.line(), client.line(), client.line(), client.line());
            assertTrue(replies.contains("{\"return\": {}, \"id\": 5}"), replies::toString);
            List<String> inBand =
                    replies.stream().filter(line -> !line.contains("\"id\": 5")).toList();
            assertEquals("{\"return\": {}, \"id\": 1}", inBand.get(0));
            assertEquals("{\"return\": {}, \"id\": 2}", inBand.get(1));
            assertError("GenericError", null, inBand.get(2));
        }
    }

    @Test
    void stopsReadingWhenEightCommandsWait() throws Exception {
        try (RawClient client = monitor.connect()) {
            client.negotiate("{'enable':['oob']}");
            client.send("{'execute':'wait'}");
            monitor.awaitWaiting(1);
            client.send("{'execute':'echo'}".repeat(7));
            String version = client.call("{'exec-oob':'query-version'}");
            assertTrue(version.contains("qemu"));
            client.send("{'execute':'echo'}{'exec-oob':'query-version','id':'late'}");
            client.expectSilence(A_WHILE);
            monitor.commands.released.release();
            for (int i = 0; i < 10; i++) {
                client.line();
            }
            client.expectSilence(A_WHILE);
        }
    }

    @Test
    void aFailureOfAnyKindIsOneReplyAndTheSessionGoesOn() throws IOException {
        try (RawClient client = monitor.negotiated()) {
            assertError("DeviceNotFound", 1, client.call("{'execute':'fail','id':1}"));
            assertError("GenericError", 2, client.call("{'execute':'boom','id':2}"));
            assertError("GenericError", 3, client.call("{'execute':'half','id':3}"));
            assertEquals("{\"return\": {}}", client.call("{'execute':'echo'}"));
        }
    }

    @Test
    void anEventComesBeforeTheReplyOfTheCommandThatCausedIt() throws IOException {
        try (RawClient client = monitor.negotiated();
                RawClient silent = monitor.connect();
                RawClient other = monitor.negotiated()) {
            client.send("{'execute':'emit','arguments':{'name':'E','data':{'n':1}},'id':1}");
            assertEvent("E", client.receive());
            assertEquals("{\"return\": {}, \"id\": 1}", client.line());
            assertEvent("E", other.receive());
            silent.negotiate("");
            silent.expectSilence(A_WHILE);
        }
    }

    @Test
    void quitAnswersDropsTheRestEndsAndTells() throws Exception {
        try (RawClient client = monitor.negotiated()) {
            client.send("{'execute':'echo'}{'execute':'quit','id':'q'}{'execute':'echo','id':9}");
            assertEquals("{\"return\": {}}", client.line());
            assertEquals("{\"return\": {}, \"id\": \"q\"}", client.line());
            client.expectEnd();
            assertTrue(monitor.quit.await(20, TimeUnit.SECONDS));
        }
        monitor.server.close();
        assertFalse(Files.exists(monitor.socket));
    }

    @Test
    void quitIsToldEvenIfTheClientIsGone() throws Exception {
        try (RawClient client = monitor.negotiated()) {
            client.send("{'execute':'quit'}");
        }
        assertTrue(monitor.quit.await(20, TimeUnit.SECONDS));
    }

    private static void assertEvent(String name, JsonNode message) {
        assertEquals(name, message.get("event").stringValue());
        assertTrue(message.get("timestamp").get("seconds").longValue() > 1_600_000_000L);
        assertTrue(message.get("timestamp").get("microseconds").intValue() < 1_000_000);
        assertEquals(1, message.get("data").get("n").intValue());
    }

    private static void assertError(
            String errorClass, @org.jspecify.annotations.Nullable Integer id, String line) {
        String start = id == null ? "{" : "{\"id\": " + id + ", ";
        assertTrue(
                line.startsWith(start + "\"error\": {\"class\": \"" + errorClass + "\", \"desc\""),
                () -> "expected " + errorClass + " for " + id + ", got " + line);
    }
}
