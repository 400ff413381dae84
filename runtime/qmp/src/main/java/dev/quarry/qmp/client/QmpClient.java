package dev.quarry.qmp.client;

import dev.quarry.qmp.QmpMessages;
import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.CommandTransport;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.JsonOutput;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.LongNode;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A connection to a QMP server, negotiated and ready. Any number of threads may call it at once;
 * their commands are pipelined and matched by id.
 *
 * <pre>{@code
 * try (QmpClient client = QmpClient.connect(Path.of("/run/quarry.sock"))) {
 *     QapiClient qapi = new QapiClient(client);
 *     qapi.queryBlock().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>A refused command throws {@link QmpException}; a conversation that fails, {@link
 * QmpClientException}. A call that has timed out is forgotten, and its late reply dropped; the
 * connection stays usable.
 */
public final class QmpClient implements CommandTransport, AutoCloseable {
    private static final String OOB = "oob";

    private final String server;
    private final Duration timeout;
    private final MessageChannel channel;
    private final PendingCalls calls = new PendingCalls();
    private final EventDelivery events;
    private final CompletableFuture<JsonNode> greeting = new CompletableFuture<>();
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean closed;

    QmpClient(SocketChannel socket, QmpClientBuilder options, String server) {
        this.server = server;
        this.timeout = options.timeout;
        this.channel = new MessageChannel(socket, options.traffic);
        this.events = new EventDelivery(options.events);
    }

    /** Connects to a unix socket with all defaults. */
    public static QmpClient connect(Path socket) {
        return builder().connect(socket);
    }

    /** Connects to a TCP port with all defaults. */
    public static QmpClient connect(String host, int port) {
        return builder().connect(host, port);
    }

    /** Settings for a connection. */
    public static QmpClientBuilder builder() {
        return new QmpClientBuilder();
    }

    /** Reads the greeting and negotiates. */
    void begin(boolean outOfBand) {
        startReading();
        await(greeting, "the greeting");
        boolean enable = outOfBand && capabilities().contains(OOB);
        execute("qmp_capabilities", enable ? QmpClient::enableOutOfBand : null);
    }

    private static void enableOutOfBand(JsonGenerator out) {
        out.writeStartObject();
        out.writeName("enable");
        JsonOutput.list(out, List.of(OOB), JsonGenerator::writeString);
        out.writeEndObject();
    }

    /** The version in the server's greeting. */
    public QmpVersion serverVersion() {
        JsonNode version = greeting.join().path("version");
        JsonNode qemu = version.path("qemu");
        return new QmpVersion(
                qemu.path("major").asInt(0),
                qemu.path("minor").asInt(0),
                qemu.path("micro").asInt(0),
                version.path("package").asString(""));
    }

    /** What the server has offered in its greeting, for instance {@code oob}. */
    public List<String> capabilities() {
        JsonNode offered = greeting.join().path("capabilities");
        return offered.valueStream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
    }

    @Override
    public JsonNode execute(String command, @Nullable Encodable arguments) {
        return await(send("execute", command, arguments), command);
    }

    /** Sends a command without arguments and waits for its reply. */
    public JsonNode execute(String command) {
        return execute(command, (Encodable) null);
    }

    /** The same with arguments as a JSON object. */
    public JsonNode execute(String command, JsonNode arguments) {
        return execute(command, out -> JsonOutput.any(out, arguments));
    }

    /**
     * Sends a command and returns at once. The stage fails as the blocking call would, but knows no
     * time-out; its dependants run on the client's reading thread and must not block.
     */
    public CompletionStage<JsonNode> executeAsync(String command, @Nullable Encodable arguments) {
        return send("execute", command, arguments).minimalCompletionStage();
    }

    /**
     * Sends a command that overtakes the ones before it. Needs {@link QmpClientBuilder#outOfBand}
     * and a command that allows it.
     */
    public JsonNode executeOutOfBand(String command, @Nullable Encodable arguments) {
        return await(send("exec-oob", command, arguments), command);
    }

    /** Whether the connection is up, as far as is known. */
    public boolean isOpen() {
        return !closed;
    }

    /** Ends the connection; commands without a reply fail. Does not wait. Repeatable. */
    @Override
    public void close() {
        end(new QmpClientException("The connection to " + server + " has been closed"));
    }

    private CompletableFuture<JsonNode> send(
            String member, String command, @Nullable Encodable arguments) {
        long id = ids.incrementAndGet();
        CompletableFuture<JsonNode> call = new CompletableFuture<>();
        Encodable message = QmpMessages.command(member, command, arguments, LongNode.valueOf(id));
        try {
            channel.send(message, () -> calls.add(id, call));
        } catch (IOException e) {
            end(new QmpClientException("Cannot send to " + server + ": " + e.getMessage(), e));
        }
        return call;
    }

    private JsonNode await(CompletableFuture<JsonNode> reply, String what) {
        try {
            return timed(reply).join();
        } catch (CompletionException e) {
            throw unwrapped(e, what);
        }
    }

    private CompletableFuture<JsonNode> timed(CompletableFuture<JsonNode> reply) {
        return timeout.isZero() ? reply : reply.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A new exception with this thread's stack, and the reading thread's as its cause. */
    private RuntimeException unwrapped(CompletionException e, String what) {
        Throwable cause = e.getCause();
        if (cause instanceof QmpException refusal) {
            return new QmpException(refusal.errorClass(), refusal.description(), refusal);
        }
        if (cause instanceof TimeoutException) {
            return new QmpClientException(
                    "No answer from " + server + " to " + what + " within " + timeout, cause);
        }
        return new QmpClientException(what + ": " + (cause == null ? e : cause).getMessage(), e);
    }

    private void startReading() {
        Thread reader = new Thread(this::read, "qmp-client");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try {
            JsonNode message = channel.receive();
            while (message != null) {
                accept(message);
                message = channel.receive();
            }
            end(new QmpClientException(server + " has ended the connection"));
        } catch (IOException e) {
            end(new QmpClientException("The connection to " + server + " is lost: " + e, e));
        } catch (QmpClientException e) {
            end(e);
        }
    }

    private void accept(JsonNode message) {
        if (message.has("event")) {
            events.deliver(QmpEvent.of(message));
        } else if (message.has("QMP")) {
            greeting.complete(message.get("QMP"));
        } else if (message.has("return") || message.has("error")) {
            calls.complete(message);
        } else {
            throw new QmpClientException(server + " sends what is not QMP: " + message);
        }
    }

    private void end(QmpClientException why) {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
        greeting.completeExceptionally(why);
        calls.failAll(why);
        events.end();
    }
}
