package dev.quarry.qmp.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Where a server listens. */
abstract class Endpoint {
    private final String name;

    private Endpoint(String name) {
        this.name = name;
    }

    static Endpoint unix(Path socket) {
        return new Endpoint("unix:" + socket) {
            @Override
            SocketChannel create() throws IOException {
                return SocketChannel.open(StandardProtocolFamily.UNIX);
            }

            @Override
            SocketAddress address() {
                return UnixDomainSocketAddress.of(socket);
            }
        };
    }

    static Endpoint tcp(String host, int port) {
        return new Endpoint("tcp:" + host + ":" + port) {
            @Override
            SocketChannel create() throws IOException {
                return SocketChannel.open().setOption(StandardSocketOptions.TCP_NODELAY, true);
            }

            @Override
            SocketAddress address() throws IOException {
                InetSocketAddress address = new InetSocketAddress(host, port);
                if (address.isUnresolved()) {
                    throw new IOException("the host is not known");
                }
                return address;
            }
        };
    }

    abstract SocketChannel create() throws IOException;

    /** Looks the address up. */
    abstract SocketAddress address() throws IOException;

    /**
     * A connected socket. A unix socket whose queue is full makes its clients wait, so there is a
     * limit for those as well; at the deadline the socket is closed under the attempt.
     *
     * @throws QmpClientException if it cannot be had in time
     */
    SocketChannel connect(Deadline deadline) {
        CompletableFuture<Void> connected = new CompletableFuture<>();
        try {
            SocketChannel socket = create();
            if (!deadline.patience().isZero()) {
                connected.orTimeout(deadline.leftNanos(), TimeUnit.NANOSECONDS);
            }
            CompletableFuture<Void> watched =
                    connected.whenComplete((done, late) -> closeIf(late != null, socket));
            socket.connect(address());
            connected.complete(null);
            watched.join();
            return socket;
        } catch (IOException e) {
            boolean late = connected.isCompletedExceptionally();
            String reason = late ? "no answer within " + deadline.patience() : e.getMessage();
            connected.completeExceptionally(e);
            throw new QmpClientException("Cannot connect to " + name + ": " + reason, e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static void closeIf(boolean unwanted, SocketChannel socket) {
        if (unwanted) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
