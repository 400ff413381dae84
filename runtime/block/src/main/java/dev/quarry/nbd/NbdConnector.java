package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.Future;

/** Connects to a server and talks to it until the handshake is over, within a time. */
final class NbdConnector {
    private static final int BUFFER_BYTES = 64 << 10;

    private NbdConnector() {}

    /** A socket with its buffers. */
    record Link(SocketChannel socket, NbdInput in, NbdOutput output) {}

    /** What is done with a connection. */
    @FunctionalInterface
    interface Talk<T> {
        T with(Link link) throws IOException;
    }

    /**
     * Connects and talks. The connection stays open if the talk ends well.
     *
     * @param limit how long all of it may take at each of the server's addresses
     * @throws NbdException the server cannot be reached or refuses; nothing stays open
     */
    static <T> T connect(NbdEndpoint server, Duration limit, Talk<T> talk) {
        NbdException failure = null;
        try {
            for (SocketAddress address : server.resolve()) {
                try {
                    return connect(server, address, limit, talk);
                } catch (NbdException e) {
                    failure = keepFirst(failure, e);
                }
            }
        } catch (IOException unknown) {
            throw failed(server, unknown.getMessage(), unknown);
        }
        throw failure == null
                ? new NbdException(NbdError.EIO, "NBD server '" + server + "' has no address")
                : failure;
    }

    private static NbdException keepFirst(@Nullable NbdException first, NbdException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    private static <T> T connect(
            NbdEndpoint server, SocketAddress address, Duration limit, Talk<T> talk) {
        SocketChannel socket = open(server, address);
        Future<?> deadline = NbdClock.after(limit, () -> close(socket));
        boolean open = false;
        try {
            socket.connect(address);
            T result = talk.with(link(socket));
            open = true;
            return result;
        } catch (ClosedChannelException late) {
            throw failed(server, "no answer within " + limit.toMillis() + " ms", late);
        } catch (IOException e) {
            throw failed(server, e.getMessage(), e);
        } finally {
            deadline.cancel(false);
            if (!open) {
                close(socket);
            }
        }
    }

    private static SocketChannel open(NbdEndpoint server, SocketAddress address) {
        try {
            if (address instanceof UnixDomainSocketAddress) {
                return SocketChannel.open(StandardProtocolFamily.UNIX);
            }
            SocketChannel socket = SocketChannel.open();
            socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean probe = server instanceof NbdEndpoint.Tcp tcp && tcp.keepAlive();
            socket.setOption(StandardSocketOptions.SO_KEEPALIVE, probe);
            return socket;
        } catch (IOException e) {
            throw failed(server, e.getMessage(), e);
        }
    }

    private static Link link(SocketChannel socket) {
        NbdOutput output = new NbdOutput(socket, ByteBuffer.allocateDirect(BUFFER_BYTES));
        ByteBuffer received = ByteBuffer.allocateDirect(BUFFER_BYTES);
        return new Link(socket, new NbdInput(socket, received, output), output);
    }

    private static NbdException failed(NbdEndpoint server, @Nullable String why, Exception cause) {
        return NbdException.lost("NBD server '" + server + "': " + why, cause);
    }

    static void close(SocketChannel socket) {
        try {
            socket.close();
        } catch (IOException e) {
            NbdClient.LOG.log(Level.DEBUG, "closing a connection", e);
        }
    }
}
