package dev.quarry.qapi.introspect;

import dev.quarry.qapi.json.JsonReader;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A short conversation with a QMP server: the greeting, negotiation, one question. */
final class Conversation {
    private static final int READ_AT_ONCE = 1 << 16;

    private final Connector connector;
    private final SocketChannel channel;
    private final MessageBuffer messages = new MessageBuffer();
    private final ByteBuffer bytes = ByteBuffer.allocate(READ_AT_ONCE).limit(0);

    private Conversation(Connector connector, SocketChannel channel) {
        this.connector = connector;
        this.channel = channel;
    }

    /**
     * Asks a server for its schema.
     *
     * @param server what it is called in messages
     * @param addresses those of one host, tried in turn
     * @param limit how long all of it may take
     * @return the answer, as the JSON reader makes it
     */
    static @Nullable Object querySchema(
            String server, List<SocketAddress> addresses, Duration limit) {
        try (Connector connector = new Connector(limit);
                SocketChannel channel = connector.connect(addresses)) {
            Conversation conversation = new Conversation(connector, channel);
            conversation.greet();
            conversation.execute("qmp_capabilities");
            return conversation.execute("query-qmp-schema");
        } catch (IOException e) {
            throw new IntrospectionException(server + ": " + e.getMessage(), e);
        } catch (IntrospectionException e) {
            throw new IntrospectionException(server + ": " + e.getMessage(), e);
        }
    }

    private void greet() throws IOException {
        Map<?, ?> greeting =
                receive(
                        "no greeting%s; another client may hold the socket,"
                                + " or it is no QMP server");
        if (!greeting.containsKey("QMP")) {
            throw new IntrospectionException("no QMP server: its greeting lacks 'QMP'");
        }
    }

    private @Nullable Object execute(String command) throws IOException {
        send("{\"execute\": \"" + command + "\"}\r\n");
        Map<?, ?> reply = receive("no answer to " + command + "%s");
        if (reply.get("error") instanceof Map<?, ?> error) {
            String description = Quoted.bare(String.valueOf(error.get("desc")));
            throw new IntrospectionException("it refused " + command + ": " + description);
        }
        if (!reply.containsKey("return")) {
            throw new IntrospectionException("its answer to " + command + " lacks 'return'");
        }
        return reply.get("return");
    }

    private void send(String message) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(message.getBytes(StandardCharsets.UTF_8));
        while (out.hasRemaining()) {
            connector.await(channel, SelectionKey.OP_WRITE, "it took no request%s");
            channel.write(out);
        }
    }

    /** The next message that is no event. */
    private Map<?, ?> receive(String complaint) throws IOException {
        while (true) {
            String text = messages.next(bytes);
            if (text == null) {
                fill(complaint);
            } else if (parsed(text) instanceof Map<?, ?> message && !message.containsKey("event")) {
                return message;
            }
        }
    }

    private static @Nullable Object parsed(String text) {
        try {
            return JsonReader.read(text);
        } catch (IllegalArgumentException e) {
            throw new IntrospectionException("it sent what is no JSON, " + Quoted.of(text), e);
        }
    }

    private void fill(String complaint) throws IOException {
        connector.await(channel, SelectionKey.OP_READ, complaint);
        if (channel.read(bytes.clear()) < 0) {
            throw new IntrospectionException(complaint.formatted(", the connection is closed"));
        }
        bytes.flip();
    }
}
