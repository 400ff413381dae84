package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Clients that the packaged compiler makes, from a schema and from what a running server says of
 * itself, talk to real servers by typed calls.
 */
@Timeout(300)
class LiveServerIT {
    private static final List<String> SAID_BY_QEMU =
            List.of(
                    "version 7\\.\\d+",
                    "node disk null-co 1048576 on",
                    "blockdev-add GenericError .*'disk'.*",
                    "device_del DeviceNotFound .*'none'.*",
                    "STOP true",
                    "RESUME true",
                    "SHUTDOWN guest=false known=true");

    @TempDir private Path folder;

    @Test
    void theClientOfTheSchemaTalksToQemu() throws IOException {
        Path schema = TestNeeds.corpus("qapi/qemu-7.2/qapi").resolve("qapi-schema.json");
        try (PeerServer qemu = PeerServer.system(folder)) {
            GeneratedClient.generate(folder, "org.example.system", schema.toString())
                    .expectSuccess();
            var client = GeneratedClient.compiled(folder, "WithSchema");
            assertMatch(SAID_BY_QEMU, client.talkTo(qemu.socket()));
            qemu.awaitEnd();
        }
    }

    @Test
    void theClientOfTheServerItselfTalksToQemu() throws IOException {
        try (PeerServer qemu = PeerServer.system(folder)) {
            generateFrom("unix:" + qemu.socket());
            var client =
                    GeneratedClient.compiled(
                            folder, "WithIntrospectionOfQemu", "WithIntrospection");
            assertMatch(SAID_BY_QEMU, client.talkTo(qemu.socket()));
            qemu.awaitEnd();
        }
    }

    @Test
    void aClientOfTheStorageDaemonTalksToItAndToQuarry() throws IOException {
        try (PeerServer peer = PeerServer.storage(folder);
                DaemonProcess quarry = DaemonProcess.start(folder)) {
            generateFrom("unix:" + peer.socket());
            var client = GeneratedClient.compiled(folder, "WithIntrospection");
            assertMatch(SAID_BY_QEMU.subList(0, 3), client.talkTo(peer.socket()));
            peer.awaitEnd();
            assertMatch(SAID_BY_QEMU.subList(0, 3), client.talkTo(folder.resolve("qmp.sock")));
            assertEquals(0, quarry.awaitExit());
        }
    }

    @Test
    void aClientOfQuarryTalksToIt() throws IOException {
        try (DaemonProcess quarry = DaemonProcess.start(folder)) {
            Path socket = folder.resolve("qmp.sock");
            generateFrom(socket.toString());
            var client = GeneratedClient.compiled(folder, "WithIntrospection");
            assertMatch(SAID_BY_QEMU.subList(0, 3), client.talkTo(socket));
            assertEquals(0, quarry.awaitExit());
        }
    }

    @Test
    void aServerThatAnotherClientHoldsIsNotWaitedForLong() throws IOException {
        try (PeerServer peer = PeerServer.storage(folder);
                MonitorClient other = MonitorClient.greeted(peer.address())) {
            Tools.Result result =
                    GeneratedClient.generate(
                            folder.resolve("none"),
                            "org.example.server",
                            "--from-introspection",
                            "unix:" + peer.socket(),
                            "--timeout",
                            "1");
            assertEquals(1, result.exit(), result::toString);
            assertTrue(result.err().contains("another client may hold"), result::toString);
            other.execute("qmp_capabilities");
            other.execute("quit");
            peer.awaitEnd();
        }
    }

    private void generateFrom(String server) {
        GeneratedClient.generate(folder, "org.example.server", "--from-introspection", server)
                .expectSuccess();
    }

    private static void assertMatch(List<String> patterns, List<String> lines) {
        assertEquals(patterns.size(), lines.size(), lines::toString);
        for (int i = 0; i < patterns.size(); i++) {
            String line = lines.get(i);
            assertTrue(line.matches(patterns.get(i)), () -> line + " in " + lines);
        }
    }
}
