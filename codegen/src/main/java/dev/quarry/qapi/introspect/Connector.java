package dev.quarry.qapi.introspect;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/** Waits for sockets, all in all no longer than a limit. */
final class Connector implements AutoCloseable {
    private final Duration limit;
    private final long end;
    private final Selector selector = Selector.open();

    Connector(Duration limit) throws IOException {
        this.limit = limit;
        this.end = System.nanoTime() + limit.toNanos();
    }

    /** A connection, without blocking, to the first address that takes one. */
    SocketChannel connect(List<SocketAddress> addresses) throws IOException {
        IOException last = new IOException("no address to connect to");
        for (SocketAddress address : addresses) {
            SocketChannel channel = open(address);
            try {
                channel.configureBlocking(false);
                if (!channel.connect(address)) {
                    await(channel, SelectionKey.OP_CONNECT, "no connection%s");
                    channel.finishConnect();
                }
                return channel;
            } catch (IOException e) {
                channel.close();
                last = e;
            } catch (IntrospectionException e) {
                channel.close();
                throw e;
            }
        }
        throw new IOException("can't connect: " + last.getMessage(), last);
    }

    private static SocketChannel open(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress
                ? SocketChannel.open(StandardProtocolFamily.UNIX)
                : SocketChannel.open();
    }

    /**
     * Waits until a channel is ready.
     *
     * @param complaint what is to be said where the time is over before, with a place for the time
     */
    void await(SocketChannel channel, int operation, String complaint) throws IOException {
        channel.register(selector, operation);
        long left = Math.max(0, end - System.nanoTime()) / 1_000_000;
        boolean ready = left > 0 && selector.select(left) > 0;
        selector.selectedKeys().clear();
        if (!ready) {
            throw new IntrospectionException(
                    complaint.formatted(" within " + limit.toSeconds() + " s"));
        }
    }

    @Override
    public void close() throws IOException {
        selector.close();
    }
}
