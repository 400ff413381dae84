package dev.quarry.qmp.client;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;

/** A socket of ours that servers connect to. */
final class Listening extends Endpoint implements Closeable {
    /** A selector does not notice when the channel it watches is closed. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(200);

    private final ServerSocketChannel listener;
    private final SocketAddress address;

    private Listening(String name, ServerSocketChannel listener) throws IOException {
        super(name);
        this.listener = listener;
        this.address = listener.getLocalAddress();
    }

    /**
     * Begins to listen.
     *
     * @throws QmpClientException if that is not possible
     */
    static Listening on(StandardProtocolFamily family, SocketAddress address, String name) {
        try {
            ServerSocketChannel listener = ServerSocketChannel.open(family);
            try {
                listener.configureBlocking(false);
                listener.bind(address);
                return new Listening(name, listener);
            } catch (IOException e) {
                listener.close();
                throw e;
            }
        } catch (IOException e) {
            throw new QmpClientException("Cannot listen on " + name + ": " + e.getMessage(), e);
        }
    }

    /** Where it listens, or did so. */
    SocketAddress address() {
        return address;
    }

    @Override
    SocketChannel connect(Deadline deadline) {
        try (Selector selector = Selector.open()) {
            listener.register(selector, SelectionKey.OP_ACCEPT);
            SocketChannel socket = listener.accept();
            while (socket == null && !deadline.hasPassed()) {
                selector.select(
                        ready -> {},
                        Deadline.earlier(Deadline.in(LONGEST_WAIT), deadline).leftMillis());
                socket = listener.accept();
            }
            if (socket == null) {
                throw new QmpClientException(
                        "No server has come to " + this + " within " + deadline.patience());
            }
            return socket;
        } catch (IOException | ClosedSelectorException e) {
            throw new QmpClientException("No server comes to " + this + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
