package dev.quarry.examples;

import dev.quarry.qmp.client.QmpClient;
import dev.quarry.qmp.client.QmpClientException;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A daemon with a monitor, in a folder of its own; ends at the latest with this program. */
final class QuarrydProcess implements AutoCloseable {
    private static final String SOCKET = "qmp.sock";
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Process process;
    private final Path socket;
    private final Thread ender;

    private QuarrydProcess(Process process, Path socket) {
        this.process = process;
        this.socket = socket;
        this.ender = new Thread(process::destroy);
        Runtime.getRuntime().addShutdownHook(ender);
    }

    static QuarrydProcess start(Path launcher, Path folder) throws IOException {
        List<String> options =
                List.of(
                        "--chardev",
                        "socket,path=" + SOCKET + ",server=on,wait=off,id=c",
                        "--monitor",
                        "chardev=c");
        Console.line("$ quarryd " + String.join(" ", options));
        ProcessBuilder builder = new ProcessBuilder(launcher.toString());
        builder.command().addAll(options);
        Process process =
                builder.directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        return new QuarrydProcess(process, folder.resolve(SOCKET));
    }

    /** Connects and negotiates as soon as the monitor is there. */
    QmpClient connect() throws InterruptedException {
        Instant end = Instant.now().plus(LIMIT);
        while (true) {
            try {
                return QmpClient.builder().timeout(LIMIT).onTraffic(Console.WIRE).connect(socket);
            } catch (QmpClientException notYet) {
                if (!process.isAlive() || Instant.now().isAfter(end)) {
                    throw notYet;
                }
                Thread.sleep(PAUSE);
            }
        }
    }

    /** Waits for the end and returns the exit status. */
    int awaitEnd() {
        try {
            if (process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while quarryd was to end", e);
        }
        throw new IllegalStateException("quarryd still runs, " + LIMIT + " after it was to end");
    }

    @Override
    public void close() {
        process.destroy();
        awaitEnd();
        Runtime.getRuntime().removeShutdownHook(ender);
    }
}
