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
 * A small QMP client of the tests' own, one thread at a time. It insists on what strict clients
 * insist on: one object a line, ended by CR LF.
 *
 * <p>Arguments are JSON in which single quotes may stand for double ones.
 */
final class MonitorClient implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final SocketChannel channel;
    private final Lines lines;
    private final List<JsonNode> events = new ArrayList<>();

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
        String tail = arguments.length == 0 ? "" : ", \"arguments\": " + Json.loose(arguments[0]);
        return send("{\"execute\": \"" + command + "\"" + tail + "}\r\n");
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
        return message(lines.next(LIMIT));
    }

    /** The object of one line of a monitor's output; fails when it is not one object and CR LF. */
    static JsonNode message(String line) {
        Assertions.assertTrue(
                line.endsWith("\r\n"), () -> "line without CR LF: " + shortened(line));
        JsonNode message = Json.strict(line);
        Assertions.assertTrue(message.isObject(), () -> "no object: " + shortened(line));
        return message;
    }

    private static String shortened(String line) {
        return line.length() <= 300 ? line : line.substring(0, 300) + "…";
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
