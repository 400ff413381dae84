package dev.quarry.dist;

import java.io.IOException;
import java.nio.file.Path;

/** The reference daemon in a folder of its own, to be asked the same as ours. */
final class PeerDaemon implements AutoCloseable {
    static final String PROGRAM = "qemu-storage-daemon";

    private final PeerServer server;
    private final MonitorClient monitor;

    private PeerDaemon(PeerServer server, MonitorClient monitor) {
        this.server = server;
        this.monitor = monitor;
    }

    static PeerDaemon start(Path folder) throws IOException {
        PeerServer server = PeerServer.storage(folder);
        try {
            return new PeerDaemon(server, MonitorClient.negotiated(server.address()));
        } catch (IOException | RuntimeException | AssertionError e) {
            server.close();
            throw e;
        }
    }

    MonitorClient monitor() {
        return monitor;
    }

    @Override
    public void close() {
        monitor.close();
        server.close();
    }
}
