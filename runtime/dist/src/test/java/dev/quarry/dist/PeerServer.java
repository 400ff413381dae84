package dev.quarry.dist;

import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.Assertions;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A QMP server of QEMU's that a test started. Closing it kills what is left of it. */
final class PeerServer implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Who connects to the storage daemon while it is still starting may be greeted twice. */
    private static final Duration SETTLING = Duration.ofMillis(200);

    private final Process process;
    private final Path socket;

    private PeerServer(Process process, Path socket) {
        this.process = process;
        this.socket = socket;
    }

    /** The system emulator, with no machine in it. */
    static PeerServer system(Path folder) throws IOException {
        Path socket = folder.resolve("qemu.sock");
        return start(
                folder,
                socket,
                "qemu-system-x86_64",
                List.of(
                        "-M",
                        "none",
                        "-display",
                        "none",
                        "-nodefaults",
                        "-qmp",
                        "unix:" + socket + ",server=on,wait=off"));
    }

    /** The storage daemon. */
    static PeerServer storage(Path folder) throws IOException {
        Path socket = folder.resolve("qsd.sock");
        return start(folder, socket, "qemu-storage-daemon", DaemonProcess.monitor(socket, "main"));
    }

    private static PeerServer start(Path folder, Path socket, String tool, List<String> options)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(TestNeeds.tool(tool).toString()));
        command.addAll(options);
        Path log = folder.resolve(tool + ".log");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!Pause.until(LIMIT, () -> Files.exists(socket) || !process.isAlive())
                || !process.isAlive()) {
            Tools.end(process);
            throw new AssertionError(tool + " does not start: " + Files.readString(log));
        }
        Pause.of(SETTLING);
        return new PeerServer(process, socket);
    }

    UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(socket);
    }

    Path socket() {
        return socket;
    }

    /** Waits for the server's own end; fails unless that is with 0. */
    void awaitEnd() {
        try {
            Assertions.assertTrue(
                    process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS), "still running");
            Assertions.assertEquals(0, process.exitValue());
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a server was to end", e);
        }
    }

    @Override
    public void close() {
        Tools.end(process);
    }
}
