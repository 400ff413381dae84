package dev.quarry.qmp.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/** How to connect; see {@link QmpClient#builder}. Not thread safe, and may be used again. */
public final class QmpClientBuilder {
    private Duration timeout = Duration.ofMinutes(1);
    private Duration connectTimeout = Duration.ofSeconds(10);
    private boolean outOfBand = true;
    private Reconnect reconnect = Reconnect.never();
    private ConnectionListener connection = ConnectionListener.NONE;
    private TrafficListener traffic = TrafficListener.NONE;
    private int eventBuffer = 4096;
    private final List<Consumer<? super QmpEvent>> listeners = new ArrayList<>();

    QmpClientBuilder() {}

    /**
     * How long a call waits for its reply; {@link QmpClient#within} gives single calls another
     * time. Default: one minute. Zero waits as long as the connection lasts.
     */
    public QmpClientBuilder timeout(Duration longest) {
        timeout = notNegative(longest);
        return this;
    }

    /**
     * How long connecting may take, greeting and negotiation included. Default: ten seconds. Zero
     * waits for ever.
     */
    public QmpClientBuilder connectTimeout(Duration longest) {
        connectTimeout = notNegative(longest);
        return this;
    }

    /** Whether to negotiate out-of-band execution where the server offers it. Default: yes. */
    public QmpClientBuilder outOfBand(boolean wanted) {
        outOfBand = wanted;
        return this;
    }

    /**
     * Whether to come back after the connection is lost. Default: never. The first connection is
     * tried once in any case.
     */
    public QmpClientBuilder reconnect(Reconnect policy) {
        reconnect = Objects.requireNonNull(policy);
        return this;
    }

    /** Hears when the connection is lost and restored. */
    public QmpClientBuilder onConnection(ConnectionListener listener) {
        connection = Objects.requireNonNull(listener);
        return this;
    }

    /**
     * Hears every event from the first on, even one that comes during the negotiation; otherwise as
     * {@link QmpClient#onEvent(Consumer)}. There may be several.
     */
    public QmpClientBuilder onEvent(Consumer<? super QmpEvent> listener) {
        listeners.add(Objects.requireNonNull(listener));
        return this;
    }

    /**
     * How many events a subscriber or listener may leave unheard before it is given up. Default:
     * 4096.
     *
     * @param events at least 1
     */
    public QmpClientBuilder eventBuffer(int events) {
        if (events < 1) {
            throw new IllegalArgumentException("the buffer must hold 1 event or more: " + events);
        }
        eventBuffer = events;
        return this;
    }

    /** Sees the raw messages. */
    public QmpClientBuilder onTraffic(TrafficListener listener) {
        traffic = Objects.requireNonNull(listener);
        return this;
    }

    /**
     * Connects to a unix socket and negotiates.
     *
     * @throws QmpClientException if nobody listens there, does not speak QMP, or takes too long
     */
    public QmpClient connect(Path socket) {
        return new QmpClient(Endpoint.unix(socket), settings());
    }

    /**
     * Connects to a TCP port and negotiates.
     *
     * @throws QmpClientException as above
     */
    public QmpClient connect(String host, int port) {
        return new QmpClient(Endpoint.tcp(host, port), settings());
    }

    /**
     * Listens on a unix socket for servers that connect by themselves.
     *
     * @throws QmpClientException if that is not possible
     */
    public QmpListener listen(Path socket) {
        return QmpListener.unix(socket, settings());
    }

    /**
     * Listens on a TCP port for servers that connect by themselves.
     *
     * @param port 0 lets the system choose, see {@link QmpListener#port}
     * @throws QmpClientException if that is not possible
     */
    public QmpListener listen(String host, int port) {
        return QmpListener.tcp(host, port, settings());
    }

    private Settings settings() {
        return new Settings(
                timeout,
                connectTimeout,
                outOfBand,
                reconnect,
                connection,
                traffic,
                eventBuffer,
                List.copyOf(listeners));
    }

    private static Duration notNegative(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a time-out cannot be negative: " + duration);
        }
        return duration;
    }
}
