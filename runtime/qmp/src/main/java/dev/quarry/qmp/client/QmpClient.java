package dev.quarry.qmp.client;

import dev.quarry.qmp.QmpVersion;
import dev.quarry.qmp.codec.Encodable;
import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

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
 * <p>Nothing here waits for ever unless it was told to: connecting takes ten seconds at most, and
 * each call a minute, see {@link QmpClientBuilder}. Sending never waits; a server that does not
 * read makes calls fail once 64 MiB are unsent.
 */
public final class QmpClient implements QmpCalls, AutoCloseable {
    private final EventStream events;
    private final Link link;
    private final Calls calls;

    QmpClient(Endpoint endpoint, Settings settings) {
        events = new EventStream(settings.eventBuffer());
        settings.listeners().forEach(events::listen);
        link = new Link(endpoint, settings, events, () -> settings.connection().restored(this));
        calls = Calls.inBand(link, settings.timeout());
        link.start();
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

    /** The version in the server's greeting. */
    public QmpVersion serverVersion() {
        return link.last().greeting().version();
    }

    /** What the server has offered in its greeting, for instance {@code oob}. */
    public List<String> capabilities() {
        return link.last().greeting().capabilities();
    }

    /** Whether out-of-band execution has been negotiated. */
    public boolean isOutOfBandEnabled() {
        return link.last().outOfBand();
    }

    /** Whether the connection is up, as far as is known. */
    public boolean isOpen() {
        return link.isUp();
    }

    @Override
    public JsonNode execute(String command, @Nullable Encodable arguments) {
        return calls.execute(command, arguments);
    }

    @Override
    public CompletableFuture<JsonNode> executeAsync(String command, @Nullable Encodable arguments) {
        return calls.executeAsync(command, arguments);
    }

    @Override
    public QmpCalls within(Duration timeout) {
        return calls.within(timeout);
    }

    @Override
    public QmpCalls outOfBand() {
        return calls.outOfBand();
    }

    /**
     * The server's events from now on, across reconnections. Each subscriber is called on a thread
     * of its own and may block; events it has not requested are kept, {@link
     * QmpClientBuilder#eventBuffer} of them at most. With one more its subscription ends by {@code
     * onError}, for a gap that nobody hears of is worse; the connection and other subscribers are
     * not held up. An event that came before a reply may so be heard after it. The stream completes
     * when the client is closed, and fails when the connection is lost for good.
     */
    public Flow.Publisher<QmpEvent> events() {
        return events;
    }

    /**
     * Calls a listener with every event from now on, one after the other. It is a subscriber of
     * {@link #events} that requests all there are; what it throws is logged.
     *
     * @return ends it
     */
    public Flow.Subscription onEvent(Consumer<? super QmpEvent> listener) {
        return events.listen(listener);
    }

    /**
     * The same for one type of event, as a generated record.
     *
     * <pre>{@code
     * client.onEvent(Events::decode, JobStatusChangeEvent.class, job -> …);
     * }</pre>
     *
     * @param decoder of the generated package
     */
    public <E extends QapiEvent> Flow.Subscription onEvent(
            EventDecoder decoder, Class<E> type, Consumer<? super E> listener) {
        return events.listen(event -> {
            QapiEvent typed = event.typed(decoder);
            if (type.isInstance(typed)) {
                listener.accept(type.cast(typed));
            }
        });
    }

    /**
     * Ends the connection; commands without a reply fail, events complete. Does not wait.
     * Repeatable.
     */
    @Override
    public void close() {
        link.close();
    }
}
