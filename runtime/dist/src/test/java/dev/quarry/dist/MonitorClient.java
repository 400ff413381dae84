package dev.quarry.dist;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Assertions;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A small QMP client of the tests' own, one thread at a time. It reads as strictly as {@link
 * MonitorLine}, takes the next reply for the answer to what it has sent last, and at its end finds
 * nothing left but events.
 *
 * <p>Arguments are JSON in which single quotes may stand for double ones.
 */
final class MonitorClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final SocketChannel channel;
    private final Lines lines;
    private final List<JsonNode> events = new ArrayList<>();
    private int asked;

    private MonitorClient(SocketChannel channel) {
        this.channel = channel;
        this.lines = new Lines(Channels.newInputStream(channel));
    }

    /** Connects and reads the greeting; capabilities are not negotiated yet. */
    static MonitorClient greeted(SocketAddress address) throws IOException {
        var client = new MonitorClient(SocketChannel.open(address));
        JsonNode greeting = client.nextMessage();
        Assertions.assertTrue(greeting.has("QMP"), () -> "no greeting: " + greeting);
        return client;
    }

    static MonitorClient negotiated(SocketAddress address) throws IOException {
        MonitorClient client = greeted(address);
        client.execute("qmp_capabilities");
        return client;
    }

    /** Runs a command that must succeed; returns what {@code return} holds. */
    JsonNode execute(String command, String... arguments) {
        JsonNode reply = ask(command, arguments);
        Assertions.assertTrue(
                reply.has("return"), () -> command + List.of(arguments) + " failed: " + reply);
        return reply.get("return");
    }

    /** Runs a command that must fail; returns what {@code error} holds. */
    JsonNode refused(String command, String... arguments) {
        JsonNode reply = ask(command, arguments);
        Assertions.assertTrue(
                reply.has("error"), () -> command + List.of(arguments) + " worked: " + reply);
        return reply.get("error");
    }

    /** Runs a command; returns the whole reply, success or failure. */
    JsonNode ask(String command, String... arguments) {
        String id = "libvirt-" + ++asked;
        String tail = arguments.length == 0 ? "" : ", \"arguments\": " + Json.loose(arguments[0]);
        JsonNode reply =
                send("{\"execute\": \"" + command + "\"" + tail + ", \"id\": \"" + id + "\"}\r\n");
        Assertions.assertEquals(id, reply.path("id").asString(), () -> "a stray reply: " + reply);
        return reply;
    }

    /** Sends a text as it is and returns the reply; events before it are kept. */
    JsonNode send(String text) {
        write(text);
        JsonNode message = nextMessage();
        while (message.has("event") || message.has("QMP")) {
            events.add(message);
            message = nextMessage();
        }
        return message;
    }

    /** Names of the events that came so far. */
    List<String> eventNames() {
        return events.stream().map(event -> event.path("event").asString("")).toList();
    }

    /** The events that came so far. */
    List<JsonNode> events() {
        return List.copyOf(events);
    }

    /** Names of the nodes of the graph. */
    List<String> nodeNames() {
        List<String> names = new ArrayList<>();
        execute("query-named-block-nodes", "{'flat': true}")
                .forEach(node -> names.add(node.path("node-name").asString("")));
        return names;
    }

    private void write(String text) {
        try {
            var bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    private JsonNode nextMessage() {
        return MonitorLine.message(lines.next(LIMIT));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String line : lines.rest(LIMIT)) {
            JsonNode message = MonitorLine.message(line);
            Assertions.assertTrue(message.has("event"), () -> "nobody asked for: " + message);
        }
    }
}
