package dev.quarry.qmp.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Where connections to a server come from. */
abstract class Endpoint {
    private final String name;

    Endpoint(String name) {
        this.name = name;
    }

    /** A server that listens on a unix socket. */
    static Endpoint unix(Path socket) {
        return new Dialled("unix:" + socket) {
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

    /** A server that listens on a TCP port. */
    static Endpoint tcp(String host, int port) {
        return new Dialled("tcp:" + host + ":" + port) {
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

    /**
     * A new connection.
     *
     * @throws QmpClientException if it cannot be had in time
     */
    abstract SocketChannel connect(Deadline deadline);

    @Override
    public String toString() {
        return name;
    }

    /**
     * An address to connect to. A unix socket whose queue is full makes its clients wait, so there
     * is a limit for those as well; at the deadline the socket is closed under the attempt.
     */
    private abstract static class Dialled extends Endpoint {
        Dialled(String name) {
            super(name);
        }

        abstract SocketChannel create() throws IOException;

        /** Looks the address up. */
        abstract SocketAddress address() throws IOException;

        @Override
        @SuppressWarnings(
                "FutureReturnValueIgnored") // what closes the socket is waited for by no one
        SocketChannel connect(Deadline deadline) {
            CompletableFuture<Void> connected = new CompletableFuture<>();
            try {
                SocketChannel socket = create();
                if (!deadline.patience().isZero()) {
                    connected.orTimeout(deadline.leftNanos(), TimeUnit.NANOSECONDS);
                }
                connected.whenComplete((done, late) -> closeIf(late != null, socket));
                socket.connect(address());
                if (connected.complete(null)) {
                    return socket;
                }
                throw new AsynchronousCloseException();
            } catch (IOException e) {
                boolean late = connected.isCompletedExceptionally();
                String reason = late ? "no answer within " + deadline.patience() : e.getMessage();
                connected.completeExceptionally(e);
                throw new QmpClientException("Cannot connect to " + this + ": " + reason, e);
            }
        }

        private static void closeIf(boolean unwanted, SocketChannel socket) {
            if (unwanted) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
