package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

/**
 * Commands that wait on a pipe which nobody writes to: other clients, and queries, pass them by.
 */
@Timeout(120)
class HangingCommandIT {
    private static final Duration PROMPT = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int TRIES = 20;

    @TempDir private Path folder;

    @Test
    void queriesAreAnsweredPromptlyBesideThemAndOutOfBand() throws IOException {
        Assumptions.assumeFalse(Target.isPeer(), "not run: the peer serves one client at a time");
        TestNeeds.tools("mkfifo");
        Path fifo = folder.resolve("fifo");
        Tools.ok("mkfifo", fifo.toString(), folder.resolve("other").toString());
        try (DaemonProcess daemon = DaemonProcess.start(folder);
                SocketChannel channel = SocketChannel.open(address())) {
            var lines = new Lines(Channels.newInputStream(channel));
            next(lines);
            send(channel, "{'execute':'qmp_capabilities','arguments':{'enable':['oob']}}");
            next(lines);
            send(
                    channel,
                    "{'execute':'object-add','id':'hangs','arguments':{'qom-type':'secret',"
                            + "'id':'s','file':'fifo'}}");
            send(channel, "{'execute':'query-version','id':'behind'}");

            assertPrompt("query-version", () -> daemon.monitor().execute("query-version"));
            assertPrompt(
                    "out of band",
                    () -> {
                        send(channel, "{'exec-oob':'query-version','id':'oob'}");
                        assertEquals("oob", next(lines).path("id").asString());
                    });
            daemon.monitor()
                    .ask("blockdev-add", "{'driver':'file','node-name':'f','filename':'other'}");

            Files.write(fifo, new byte[] {'x'}, StandardOpenOption.WRITE);
            assertEquals("hangs", next(lines).path("id").asString());
            assertEquals("behind", next(lines).path("id").asString());
            daemon.terminate();
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    /** The best of some tries counts: the machine may be busy with other work. */
    private static void assertPrompt(String what, Step step) throws IOException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long begin = System.nanoTime();
            step.run();
            best = Math.min(best, System.nanoTime() - begin);
        }
        long took = best;
        assertTrue(took < PROMPT.toNanos(), () -> what + " took " + took / 1_000_000 + " ms");
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(folder.resolve("qmp.sock"));
    }

    private static JsonNode next(Lines lines) {
        return MonitorLine.message(lines.next(LIMIT));
    }

    private static void send(SocketChannel channel, String command) throws IOException {
        channel.write(ByteBuffer.wrap(command.getBytes(UTF_8)));
    }
}
