package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Assertions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A daemon that a test started, with a monitor of its own at {@code qmp.sock} in the test's folder.
 * Closing it kills what is left of it.
 */
final class DaemonProcess implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(15);

    private final Process process;
    private final Path log;
    private final MonitorClient monitor;

    private DaemonProcess(Process process, Path log, Path socket) throws IOException {
        this.process = process;
        this.log = log;
        this.monitor = awaitMonitor(socket);
    }

    /** Starts the target with these options and a monitor behind them; waits for its greeting. */
    static DaemonProcess start(Path folder, String... options) throws IOException {
        Path socket = folder.resolve("qmp.sock");
        Files.deleteIfExists(socket);
        List<String> args = new ArrayList<>(List.of(options));
        args.addAll(monitor(socket, "main"));
        Path log = folder.resolve("daemon.log");
        Process process =
                new ProcessBuilder(Target.command(args))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                        .start();
        try {
            return new DaemonProcess(process, log, socket);
        } catch (AssertionError e) {
            Tools.end(process);
            throw new AssertionError("start: " + e.getMessage() + "; " + Files.readString(log), e);
        } catch (IOException | RuntimeException e) {
            Tools.end(process);
            throw e;
        }
    }

    /** The options of one monitor on a unix socket. */
    static List<String> monitor(Path socket, String id) {
        return List.of(
                "--chardev",
                "socket,path=" + socket + ",server=on,wait=off,id=" + id,
                "--monitor",
                "chardev=" + id);
    }

    /** The negotiated connection to the daemon's own monitor. */
    MonitorClient monitor() {
        return monitor;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What the daemon printed so far. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the open descriptors of the daemon stand for: paths, socket numbers and so on. */
    List<String> descriptors() {
        return namesIn("fd", entry -> Files.readSymbolicLink(entry).toString());
    }

    /** Writes this to the daemon's standard input and ends it. */
    void input(String text) throws IOException {
        try (var input = process.getOutputStream()) {
            input.write(text.getBytes(UTF_8));
        }
    }

    /** Names of the daemon's threads as the kernel knows them. */
    List<String> threads() {
        return namesIn("task", entry -> Files.readString(entry.resolve("comm")).strip());
    }

    /** Asks the daemon to end, as an init system would; fails unless it then ends with 0. */
    void terminate() {
        process.destroy();
        Assertions.assertEquals(0, awaitExit(), () -> "exit status after SIGTERM; " + log());
    }

    /** Ends the daemon by its monitor's command; fails unless it then ends with 0. */
    void quit() {
        monitor.execute("quit");
        Assertions.assertEquals(0, awaitExit(), () -> "exit status after quit; " + log());
    }

    /** Waits for the daemon's own end and returns its exit status. */
    int awaitExit() {
        try {
            boolean ended = process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
            Assertions.assertTrue(ended, () -> "still running after " + STOP_LIMIT + "; " + log());
            return process.exitValue();
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while the daemon was to end", e);
        }
    }

    /** SIGKILL, now; returns when the process is gone. */
    void kill() {
        process.destroyForcibly();
        awaitExit();
    }

    @Override
    public void close() {
        monitor.close();
        Tools.end(process);
        awaitExit();
    }

    private MonitorClient awaitMonitor(Path socket) throws IOException {
        Instant limit = Instant.now().plus(START_LIMIT);
        while (true) {
            try {
                return MonitorClient.negotiated(UnixDomainSocketAddress.of(socket));
            } catch (SocketException e) {
                Assertions.assertTrue(process.isAlive(), () -> "ended at once: " + log());
                Assertions.assertTrue(Instant.now().isBefore(limit), () -> e + "; " + log());
                Pause.of(Duration.ofMillis(5));
            }
        }
    }

    private List<String> namesIn(String part, Naming naming) {
        Path folder = Path.of("/proc", Long.toString(process.pid()), part);
        List<String> names = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            for (Path entry : entries.toList()) {
                nameOf(entry, naming).ifPresent(names::add);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(log(), e);
        }
        names.sort(null);
        return names;
    }

    /** Empty for what was closed or ended between the listing and the look. */
    private static Optional<String> nameOf(Path entry, Naming naming) throws IOException {
        try {
            return Optional.of(naming.of(entry));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private interface Naming {
        String of(Path entry) throws IOException;
    }
}
