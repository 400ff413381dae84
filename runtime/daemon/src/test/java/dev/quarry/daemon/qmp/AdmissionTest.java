package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.TestNeeds;

import io.vertx.core.Vertx;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Who may become a client of a unix socket, and what it may do then. */
class AdmissionTest {
    @TempDir Path folder;

    @Test
    void aUserOfTheListIsServedByNameAndByNumber() throws IOException {
        Object uid = Files.getAttribute(folder, "unix:uid");
        String name = Files.getOwner(folder).getName();
        for (String user : List.of(name, uid.toString())) {
            try (TestMonitor monitor = TestMonitor.start(folder, onlyFor(user));
                    RawClient client = monitor.negotiated()) {
                assertEquals("{\"return\": {}}", client.call("{'execute':'echo'}"));
            }
        }
    }

    @Test
    void anotherUserIsToldSoInOneLineAndDisconnected() throws IOException {
        try (TestMonitor monitor = TestMonitor.start(folder, onlyFor("4294967"));
                RawClient client = monitor.connect()) {
            String refusal = client.line();
            String me = Files.getOwner(folder).getName();
            assertTrue(refusal.contains("GenericError") && refusal.contains(me), refusal);
            client.expectEnd();
        }
    }

    @Test
    void aUserThatDoesNotExistIsToldByName() {
        MonitorException e =
                assertThrows(MonitorException.class, () -> AllowedUsers.of(List.of("no one's")));
        assertTrue(String.valueOf(e.getMessage()).contains("no one's"), e::toString);
    }

    @Test
    void aReadOnlyMonitorTakesQueriesAlone() throws IOException {
        var options = new SessionOptions(false, false, Role.READ_ONLY, AllowedUsers.EVERYBODY);
        try (TestMonitor monitor = TestMonitor.start(folder, options);
                RawClient client = monitor.negotiated()) {
            assertTrue(client.call("{'execute':'query-version'}").contains("\"qemu\""));
            for (String command : List.of("echo", "quit", "emit", "wait")) {
                String reply = client.call("{'execute':'" + command + "','id':1}");
                assertTrue(reply.startsWith("{\"id\": 1, \"error\": {\"class\": \"GenericError\""));
                assertTrue(reply.contains("read-only") && reply.contains(command), reply);
            }
            assertTrue(client.call("{'execute':'nope'}").contains("CommandNotFound"));
            assertEquals(1, monitor.quit.getCount());
        }
    }

    @Test
    void theSocketFileHasThePermissionsAskedFor() throws IOException {
        TestNeeds.that(
                folder.getFileSystem().supportedFileAttributeViews().contains("posix"),
                "files have no permissions here");
        Path socket = folder.resolve("s");
        var permissions = PosixFilePermissions.fromString("rw-rw----");
        var vertx = Vertx.vertx();
        TestCommands commands = new TestCommands(() -> {});
        SessionOptions options = new SessionOptions(false, false);
        try (QmpServer server =
                QmpServer.listenUnix(vertx, commands.service(), options, socket, permissions)) {
            assertEquals(-1, server.port());
            assertEquals(permissions, Files.getPosixFilePermissions(socket));
            RawClient.negotiated(socket).close();
        } finally {
            vertx.close().await();
        }
    }

    private static SessionOptions onlyFor(String user) {
        return new SessionOptions(false, false, Role.FULL, AllowedUsers.of(List.of(user)));
    }
}
