package dev.quarry.daemon;

import dev.quarry.daemon.qmp.AllowedUsers;
import dev.quarry.daemon.qmp.QmpServer;
import dev.quarry.daemon.qmp.QmpService;
import dev.quarry.daemon.qmp.Role;
import dev.quarry.daemon.qmp.SessionOptions;
import dev.quarry.daemon.qmp.StdioMonitor;

import io.vertx.core.Vertx;

import org.jspecify.annotations.Nullable;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Opens QMP monitors on channels, and the Vert.x they share as soon as one needs it. */
final class Monitors {
    private static final long CLOSE_SECONDS = 5;

    private final QmpService service;
    private final boolean oneClient;
    private final Resources resources;
    private @Nullable Vertx vertx;

    /**
     * @param oneClient whether a socket serves one client at a time, as QEMU's do
     * @param resources takes over what is opened
     */
    Monitors(QmpService service, boolean oneClient, Resources resources) {
        this.service = service;
        this.oneClient = oneClient;
        this.resources = resources;
    }

    /**
     * Opens one; returns when it listens, is connected, or (where asked for) has its first client.
     *
     * @throws dev.quarry.daemon.qmp.MonitorException if the channel cannot be opened
     */
    void open(Chardev chardev, boolean pretty, Role role, AllowedUsers users) {
        SessionOptions options = new SessionOptions(pretty, oneClient, role, users);
        switch (chardev) {
            case Chardev.Stdio stdio -> openStdio(options);
            case Chardev.UnixSocket socket -> openUnix(socket, options);
            case Chardev.TcpSocket socket -> openTcp(socket, options);
        }
    }

    private void openStdio(SessionOptions options) {
        resources.add(
                StdioMonitor.start(
                        service,
                        options,
                        new FileInputStream(FileDescriptor.in),
                        new FileOutputStream(FileDescriptor.out)));
    }

    private void openUnix(Chardev.UnixSocket socket, SessionOptions options) {
        Path path = Path.of(socket.path());
        switch (socket.role()) {
            case SocketRole.Server role ->
                    listening(
                            QmpServer.listenUnix(
                                    vertx(), service, options, path, socket.permissions()),
                            role);
            case SocketRole.Client role ->
                    resources.add(
                            QmpServer.connectUnix(vertx(), service, options, path, role.pause()));
        }
    }

    private void openTcp(Chardev.TcpSocket socket, SessionOptions options) {
        String host = socket.host();
        int port = socket.port();
        switch (socket.role()) {
            case SocketRole.Server role ->
                    listening(QmpServer.listenTcp(vertx(), service, options, host, port), role);
            case SocketRole.Client role ->
                    resources.add(
                            QmpServer.connectTcp(
                                    vertx(), service, options, host, port, role.pause()));
        }
    }

    private void listening(QmpServer server, SocketRole.Server role) {
        resources.add(server);
        if (role.waitsForClient()) {
            awaitFirstClient(server);
        }
    }

    private static void awaitFirstClient(QmpServer server) {
        try {
            server.awaitFirstClient();
        } catch (InterruptedException e) {
            throw new CommandLineException("interrupted while waiting for a client", e);
        }
    }

    private Vertx vertx() {
        Vertx present = vertx;
        if (present == null) {
            present = VertxSettings.create();
            vertx = present;
            Vertx made = present;
            resources.add(() -> made.close().await(CLOSE_SECONDS, TimeUnit.SECONDS));
        }
        return present;
    }
}
