package dev.quarry.examples.benchmark;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The plainest client of a monitor: sends lines and reads lines, so that nothing but the server is
 * measured. One thread.
 */
final class Monitor implements AutoCloseable {
    private final SocketChannel socket;
    private final InputStream in;
    private final OutputStream out;

    private Monitor(SocketChannel socket) {
        this.socket = socket;
        this.in = new BufferedInputStream(Channels.newInputStream(socket), 1 << 16);
        this.out = Channels.newOutputStream(socket);
    }

    /** Connects, reads the greeting and negotiates. */
    static Monitor connect(Path path) {
        Monitor monitor = dial(path);
        monitor.line();
        monitor.call("{\"execute\": \"qmp_capabilities\"}");
        return monitor;
    }

    /** Connects and waits for the greeting alone. */
    static void greet(Path path) {
        try (Monitor monitor = dial(path)) {
            monitor.line();
        }
    }

    /** Sends a command and waits for its reply, past events. */
    void call(String command) {
        send(command);
        reply();
    }

    /** Sends a line, or several at once. */
    void send(String lines) {
        try {
            out.write((lines + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads up to the next reply; an error is a failure of the benchmark. */
    void reply() {
        String line = line();
        while (line.contains("\"event\":")) {
            line = line();
        }
        if (!line.startsWith("{\"return\"")) {
            throw new IllegalStateException("the monitor answers " + line);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Monitor dial(Path path) {
        try {
            return new Monitor(SocketChannel.open(UnixDomainSocketAddress.of(path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        try {
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    throw new IOException("the monitor has hung up");
                }
                line.append((char) b);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return line.toString();
    }
}
