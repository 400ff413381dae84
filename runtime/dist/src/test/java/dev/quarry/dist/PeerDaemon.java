package dev.quarry.dist;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The reference daemon in a folder of its own, to be asked the same as ours. */
final class PeerDaemon implements AutoCloseable {
    static final String PROGRAM = "qemu-storage-daemon";

    /** Who connects while it is still starting may be greeted twice. */
    private static final Duration SETTLING = Duration.ofMillis(200);

    private static final Duration START = Duration.ofSeconds(20);

    private final Process process;
    private final MonitorClient monitor;

    private PeerDaemon(Process process, MonitorClient monitor) {
        this.process = process;
        this.monitor = monitor;
    }

    static PeerDaemon start(Path folder) throws IOException {
        Path socket = folder.resolve("qmp.sock");
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        command.addAll(DaemonProcess.monitor(socket, "main"));
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(folder.resolve("peer.log").toFile())
                        .start();
        try {
            Pause.until(START, () -> Files.exists(socket));
            Pause.of(SETTLING);
            var address = UnixDomainSocketAddress.of(socket);
            return new PeerDaemon(process, MonitorClient.negotiated(address));
        } catch (IOException | RuntimeException | AssertionError e) {
            Tools.end(process);
            throw e;
        }
    }

    MonitorClient monitor() {
        return monitor;
    }

    @Override
    public void close() {
        monitor.close();
        Tools.end(process);
    }
}
