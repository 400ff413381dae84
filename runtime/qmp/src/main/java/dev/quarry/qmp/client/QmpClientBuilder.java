package dev.quarry.qmp.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** How to connect; see {@link QmpClient#builder}. Not thread safe. */
public final class QmpClientBuilder {
    Duration timeout = Duration.ZERO;
    boolean outOfBand;
    Consumer<QmpEvent> events = event -> {};
    TrafficListener traffic = TrafficListener.NONE;

    QmpClientBuilder() {}

    /**
     * How long a blocking call waits for its reply, and {@code connect} for the greeting. Zero,
     * which is the default, waits for ever.
     */
    public QmpClientBuilder timeout(Duration longest) {
        timeout = longest;
        return this;
    }

    /** Whether to negotiate out-of-band execution where the server offers it. Default: no. */
    public QmpClientBuilder outOfBand(boolean wanted) {
        outOfBand = wanted;
        return this;
    }

    /**
     * Hears of every event, from the first on, in order, on a thread of the client's own. It may
     * call the client. An exception it throws goes to the thread's uncaught-exception handler and
     * ends the delivery.
     */
    public QmpClientBuilder onEvent(Consumer<QmpEvent> listener) {
        events = listener;
        return this;
    }

    /** Sees the raw messages. */
    public QmpClientBuilder onTraffic(TrafficListener listener) {
        traffic = listener;
        return this;
    }

    /**
     * Connects to a unix socket and negotiates.
     *
     * @throws QmpClientException if nobody listens there, or does not speak QMP
     */
    public QmpClient connect(Path socket) {
        return connect(
                StandardProtocolFamily.UNIX, UnixDomainSocketAddress.of(socket), "unix:" + socket);
    }

    /**
     * Connects to a TCP port and negotiates.
     *
     * @throws QmpClientException as above
     */
    public QmpClient connect(String host, int port) {
        SocketAddress address = new InetSocketAddress(host, port);
        return connect(StandardProtocolFamily.INET, address, "tcp:" + host + ":" + port);
    }

    private QmpClient connect(StandardProtocolFamily family, SocketAddress address, String name) {
        try {
            SocketChannel socket =
                    family == StandardProtocolFamily.UNIX
                            ? SocketChannel.open(family)
                            : SocketChannel.open();
            return open(socket, address, name);
        } catch (IOException e) {
            throw new QmpClientException("cannot connect to " + name + ": " + e.getMessage(), e);
        }
    }

    private QmpClient open(SocketChannel socket, SocketAddress address, String name)
            throws IOException {
        QmpClient client = new QmpClient(socket, this, name);
        boolean usable = false;
        try {
            socket.connect(address);
            client.begin(outOfBand);
            usable = true;
            return client;
        } finally {
            if (!usable) {
                client.close();
            }
        }
    }
}
