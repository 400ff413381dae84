package dev.quarry.qmp.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A socket on which servers are awaited that connect to their client, as QEMU does with {@code
 * server=off}. It is there before the server is started, so nobody has to try again and again:
 *
 * <pre>{@code
 * try (QmpListener listener = QmpClient.builder().listen(socket)) {
 *     start("qemu-system-x86_64 -qmp unix:" + socket);
 *     QmpClient client = listener.accept();
 * }
 * }</pre>
 *
 * <p>Any thread.
 */
public final class QmpListener implements AutoCloseable {
    private final Listening endpoint;
    private final Settings settings;

    private QmpListener(Listening endpoint, Settings settings) {
        this.endpoint = endpoint;
        this.settings = settings;
    }

    static QmpListener unix(Path socket, Settings settings) {
        SocketAddress address = UnixDomainSocketAddress.of(socket);
        return new QmpListener(
                Listening.on(StandardProtocolFamily.UNIX, address, "unix:" + socket), settings);
    }

    static QmpListener tcp(String host, int port, Settings settings) {
        InetSocketAddress address = new InetSocketAddress(host, port);
        StandardProtocolFamily family =
                address.getAddress() instanceof Inet6Address
                        ? StandardProtocolFamily.INET6
                        : StandardProtocolFamily.INET;
        return new QmpListener(Listening.on(family, address, "tcp:" + host + ":" + port), settings);
    }

    /**
     * Waits for the next server and negotiates. A client that is to {@linkplain
     * QmpClientBuilder#reconnect come back} does so by waiting here, while this is open.
     *
     * @throws QmpClientException if none comes within the time to connect, or does not speak QMP
     */
    public QmpClient accept() {
        return new QmpClient(endpoint, settings);
    }

    /** The TCP port that is listened on. */
    public int port() {
        return ((InetSocketAddress) endpoint.address()).getPort();
    }

    /** Ends listening, and removes the socket's file; clients stay. Repeatable. */
    @Override
    public void close() {
        try {
            endpoint.close();
            if (endpoint.address() instanceof UnixDomainSocketAddress unix) {
                Files.deleteIfExists(unix.getPath());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
