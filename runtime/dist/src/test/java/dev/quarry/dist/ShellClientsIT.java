package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sessions typed at a shell prompt: everything is sent at once, and every reply is printed. */
@Timeout(120)
class ShellClientsIT {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final String START = "{\"execute\": \"qmp_capabilities\"}\n";

    @TempDir private Path folder;

    @Test
    void socatPrintsTheGreetingAndEveryReply() throws IOException {
        TestNeeds.tools("socat");
        try (var daemon = daemon()) {
            String commands =
                    START + "{\"execute\": \"query-version\", \"id\": 1}\n{\"execute\": \"none\"}";
            List<JsonNode> replies = socat(commands);
            assertEquals(4, replies.size(), replies::toString);
            assertTrue(replies.get(0).has("QMP"), replies::toString);
            assertEquals("{}", replies.get(1).path("return").toString());
            assertEquals(7, replies.get(2).path("return").path("qemu").path("major").asInt());
            assertEquals(1, replies.get(2).path("id").asInt());
            assertEquals("CommandNotFound", replies.get(3).path("error").path("class").asString());
            daemon.terminate();
        }
    }

    @Test
    void netcatPrintsTheGreetingAndEveryReply() throws IOException {
        TestNeeds.tools("nc");
        String help = Tools.run("nc", "-h").toString();
        TestNeeds.that(help.contains("OpenBSD"), "nc knows no unix sockets");
        try (var daemon = daemon()) {
            List<String> nc = List.of("nc", "-N", "-U", socket().toString());
            String commands = START + "{'execute': 'query-commands'}\r\n";
            List<JsonNode> replies = messages(Tools.run(nc, commands.getBytes(UTF_8)));
            assertEquals(3, replies.size(), replies::toString);
            assertTrue(replies.get(2).path("return").size() > 10, replies::toString);
            daemon.terminate();
        }
    }

    @Test
    void aDiskIsAddedShownAndRemovedInOneSession() throws IOException {
        TestNeeds.tools("socat");
        SparseFile.create(folder.resolve("a.raw"), 1 << 20);
        try (var daemon = daemon()) {
            List<JsonNode> replies =
                    socat(
                            START
                                    + add("'detect-zeroes':'unmap',")
                                    + add("'detect-zeroes':'unmap','discard':'unmap',")
                                    + "{'execute':'query-named-block-nodes','arguments':{'flat':true}}"
                                    + "{'execute':'blockdev-del','arguments':{'node-name':'d'}}"
                                    + "{'execute':'query-named-block-nodes'}");
            assertEquals(7, replies.size(), replies::toString);
            String refusal = replies.get(2).path("error").path("desc").asString();
            assertTrue(refusal.contains("detect-zeroes") && refusal.contains("discard"), refusal);
            assertEquals("{}", replies.get(3).path("return").toString());
            JsonNode top = replies.get(4).path("return").get(0);
            assertEquals("unmap", top.path("detect_zeroes").asString(), top::toString);
            assertEquals("{}", replies.get(5).path("return").toString());
            assertEquals("[]", replies.get(6).path("return").toString());
            daemon.terminate();
        }
    }

    @Test
    void aDriveOf2014IsAddedShownAndRemovedInOneSession() throws IOException {
        TestNeeds.tools("socat");
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer has lost the form of 2014");
        SparseFile.create(folder.resolve("a.raw"), 1 << 20);
        try (var daemon = daemon()) {
            List<JsonNode> replies =
                    socat(
                            START
                                    + "{'execute':'blockdev-add','arguments':{'options':{'driver':'raw',"
                                    + "'id':'drive0','discard':'unmap','detect-zeroes':'on','file':"
                                    + "{'driver':'file','filename':'a.raw'}}}}"
                                    + "{'execute':'query-block'}"
                                    + "{'execute':'blockdev-del','arguments':{'id':'drive0'}}"
                                    + "{'execute':'query-block'}");
            assertEquals(6, replies.size(), replies::toString);
            JsonNode drive = replies.get(3).path("return").get(0);
            assertEquals("drive0", drive.path("device").asString(), drive::toString);
            assertEquals("on", drive.path("inserted").path("detect_zeroes").asString());
            assertEquals("[]", replies.get(5).path("return").toString());
            daemon.terminate();
        }
    }

    @Test
    void aSecondClientIsServedWhenTheFirstHasLeftAsInThePeer() throws IOException {
        List<String> options = new ArrayList<>(Target.compat());
        options.addAll(DaemonProcess.monitor(socket(), "shell"));
        try (var daemon = DaemonProcess.start(folder, options.toArray(String[]::new));
                var second = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Lines lines;
            try (var first = MonitorClient.negotiated(address())) {
                lines = greet(second);
                first.execute("query-version");
                Pause.of(Duration.ofMillis(200));
                assertFalse(lines.hasNext(), "the second client was served beside the first");
            }
            expectServed(lines);
            daemon.terminate();
        }
    }

    @Test
    void severalClientsAreServedSideBySide() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer serves one at a time");
        try (var daemon = daemon();
                var second = SocketChannel.open(StandardProtocolFamily.UNIX);
                var first = MonitorClient.negotiated(address())) {
            expectServed(greet(second));
            first.execute("query-version");
            daemon.terminate();
        }
    }

    private Lines greet(SocketChannel channel) throws IOException {
        channel.connect(address());
        channel.write(ByteBuffer.wrap(START.getBytes(UTF_8)));
        return new Lines(Channels.newInputStream(channel));
    }

    private static void expectServed(Lines lines) {
        assertTrue(MonitorLine.message(lines.next(LIMIT)).has("QMP"));
        assertTrue(MonitorLine.message(lines.next(LIMIT)).has("return"));
    }

    @Test
    void standardInputMayEndWhileTheDaemonGoesOn() throws IOException {
        List<String> stdio = List.of("--chardev", "stdio,id=s", "--monitor", "s");
        try (var daemon = DaemonProcess.start(folder, stdio.toArray(String[]::new))) {
            daemon.input(START + "{\"execute\": \"query-version\"}");
            assertTrue(Pause.until(LIMIT, () -> daemon.log().lines().count() == 3), daemon::log);
            daemon.log().lines().forEach(line -> MonitorLine.message(line + "\r\n"));
            daemon.monitor().execute("query-version");
            daemon.terminate();
        }
    }

    private DaemonProcess daemon() throws IOException {
        return DaemonProcess.start(
                folder, DaemonProcess.monitor(socket(), "shell").toArray(String[]::new));
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(socket());
    }

    private Path socket() {
        return folder.resolve("shell.sock");
    }

    private static String add(String options) {
        return "{'execute':'blockdev-add','arguments':{'driver':'raw','node-name':'d',"
                + options
                + "'file':{'driver':'file','filename':'a.raw'}}}";
    }

    private List<JsonNode> socat(String commands) {
        List<String> socat = List.of("socat", "-t", "20", "-", "UNIX-CONNECT:" + socket());
        return messages(Tools.run(socat, commands.getBytes(UTF_8)));
    }

    private static List<JsonNode> messages(Tools.Result result) {
        List<JsonNode> messages = new ArrayList<>();
        for (String line : result.expectSuccess().out().split("(?<=\n)", -1)) {
            if (!line.isEmpty()) {
                messages.add(MonitorLine.message(line));
            }
        }
        return messages;
    }
}
