package dev.quarry.examples.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The plainest client of a monitor: sends lines and reads lines, so that nothing but the server is
 * measured. One thread sends and one receives.
 */
final class Monitor implements AutoCloseable {
    private static final byte[] SUCCESS = "{\"return\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EVENT = "{\"timestamp\"".getBytes(StandardCharsets.US_ASCII);

    private final Path path;
    private final SocketChannel socket;
    private final ByteBuffer received = ByteBuffer.allocate(1 << 20).flip();

    private Monitor(Path path) {
        this.path = path;
        try {
            socket = SocketChannel.open(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Connects, reads the greeting and negotiates. */
    static Monitor connect(Path path) {
        Monitor monitor = new Monitor(path);
        monitor.skip(monitor.line());
        monitor.call("{\"execute\": \"qmp_capabilities\"}");
        return monitor;
    }

    /** Connects and waits for the greeting alone. */
    static void greet(Path path) {
        try (Monitor monitor = new Monitor(path)) {
            monitor.skip(monitor.line());
        }
    }

    /** A new connection to the same monitor. */
    Monitor another() {
        return connect(path);
    }

    /** Sends a command and waits for its reply, past events. */
    void call(String command) {
        send(command);
        reply();
    }

    /** Sends a line, or several at once. */
    void send(String lines) {
        ByteBuffer bytes = ByteBuffer.wrap((lines + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                socket.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads up to the next reply; an error is a failure of the benchmark. */
    void reply() {
        int length = line();
        while (begins(EVENT)) {
            skip(length);
            length = line();
        }
        if (!begins(SUCCESS)) {
            byte[] line = new byte[length];
            received.get(line);
            throw new IllegalStateException(
                    "the monitor answers " + new String(line, StandardCharsets.UTF_8));
        }
        skip(length);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean begins(byte[] text) {
        return received.slice(received.position(), text.length).equals(ByteBuffer.wrap(text));
    }

    private void skip(int length) {
        received.position(received.position() + length);
    }

    /** Waits until a whole line is there; returns its length with its end. */
    private int line() {
        int length = 0;
        while (true) {
            for (; length < received.remaining(); length++) {
                if (received.get(received.position() + length) == '\n') {
                    return length + 1;
                }
            }
            read();
        }
    }

    private void read() {
        received.compact();
        try {
            if (socket.read(received) <= 0) {
                throw new IOException("the monitor has hung up, or its line is too long");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        received.flip();
    }
}
