package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A client that knows nothing of the project's own protocol code and is as strict as libvirt: every
 * message is one line of printable ASCII that ends in CR LF and is an object with one of four
 * members.
 */
final class RawClient implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SocketChannel channel;
    private final ByteBuffer received = ByteBuffer.allocate(1 << 16).flip();

    private RawClient(SocketChannel channel) {
        this.channel = channel;
    }

    static RawClient connect(Path socket) throws IOException {
        return connect(StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(socket));
    }

    static RawClient connect(int port) throws IOException {
        return connect(
                StandardProtocolFamily.INET,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    /** Connects, reads the greeting and negotiates. */
    static RawClient negotiated(Path socket) throws IOException {
        RawClient client = connect(socket);
        client.negotiate("");
        return client;
    }

    private static RawClient connect(StandardProtocolFamily family, SocketAddress address)
            throws IOException {
        SocketChannel channel = SocketChannel.open(family);
        channel.connect(address);
        return over(channel);
    }

    static RawClient over(SocketChannel channel) {
        return new RawClient(channel);
    }

    /** Reads the greeting and negotiates with the given arguments, which may be empty. */
    void negotiate(String arguments) throws IOException {
        assertTrue(receive().has("QMP"));
        String with = arguments.isEmpty() ? "" : ",\"arguments\":" + arguments;
        assertEquals("{\"return\": {}}", call("{\"execute\":\"qmp_capabilities\"" + with + "}"));
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.UTF_8));
    }

    void send(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Sends one command and gives the next line. */
    String call(String text) throws IOException {
        send(text);
        return line();
    }

    void endOutput() throws IOException {
        channel.shutdownOutput();
    }

    /** The next message, parsed. */
    JsonNode receive() throws IOException {
        return JsonMapper.shared().readTree(line());
    }

    /** The next message as it came, without its CR LF; it must be there within the patience. */
    String line() throws IOException {
        String line = lineOrEnd(PATIENCE);
        if (line == null) {
            throw new AssertionError("the connection has ended");
        }
        return line;
    }

    /** Reads until the end of the stream, which must come before any message. */
    void expectEnd() throws IOException {
        String line = lineOrEnd(PATIENCE);
        assertEquals(null, line, "a message instead of the end");
    }

    /** Asserts that nothing at all comes for a while. */
    void expectSilence(Duration time) throws IOException {
        assertTrue(!received.hasRemaining() && !awaitReadable(time), "something came");
    }

    /** The next line, or null at the end of the stream. */
    @Nullable String lineOrEnd(Duration patience) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            if (!received.hasRemaining() && !fill(patience)) {
                assertEquals(0, line.size(), "the stream ends inside a message");
                return null;
            }
            byte octet = received.get();
            line.write(octet);
            if (octet == '\n') {
                return checked(line.toString(StandardCharsets.ISO_8859_1));
            }
        }
    }

    private static String checked(String line) {
        assertTrue(line.endsWith("\r\n"), () -> "no CR LF at the end: " + line);
        String text = line.substring(0, line.length() - 2);
        assertTrue(text.chars().allMatch(c -> c >= 0x20 && c < 0x7F), () -> "not ASCII: " + text);
        JsonNode message = JsonMapper.shared().readTree(text);
        boolean known =
                message.has("QMP")
                        || message.has("event")
                        || (message.has("error") && message.get("error").has("class"))
                        || message.has("return");
        assertTrue(message.isObject() && known, () -> "not a QMP message: " + text);
        return text;
    }

    private boolean fill(Duration patience) throws IOException {
        if (!awaitReadable(patience)) {
            throw new AssertionError("nothing came within " + patience);
        }
        received.clear();
        try {
            return channel.read(received) > 0;
        } catch (IOException reset) {
            return false; // a peer that closes with input unread resets the connection
        } finally {
            received.flip();
        }
    }

    private boolean awaitReadable(Duration patience) throws IOException {
        try (Selector selector = Selector.open()) {
            channel.configureBlocking(false);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            boolean ready = selector.select(patience.toMillis()) > 0;
            key.cancel();
            selector.selectNow();
            channel.configureBlocking(true);
            return ready;
        }
    }

    /** All that comes until the end, unchecked. */
    String rest() throws IOException {
        InputStream in = Channels.newInputStream(channel);
        return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
