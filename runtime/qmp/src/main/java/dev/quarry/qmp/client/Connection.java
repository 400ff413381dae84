package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Whole messages over a socket that never blocks. Any thread may send, one at a time may run {@link
 * #round}.
 */
final class Connection implements Closeable {
    private final SocketChannel socket;
    private final Selector selector;
    private final SelectionKey key;
    private final TrafficListener traffic;
    private final Incoming incoming;
    private final ReentrantLock sending = new ReentrantLock();
    private final Outgoing outgoing = new Outgoing();

    private Connection(SocketChannel socket, Selector selector, TrafficListener traffic)
            throws IOException {
        this.socket = socket;
        this.selector = selector;
        this.traffic = traffic;
        this.incoming = new Incoming(traffic);
        socket.configureBlocking(false);
        key = socket.register(selector, SelectionKey.OP_READ);
    }

    /** Takes over a socket that is connected; closes it if that is not possible. */
    static Connection over(SocketChannel socket, TrafficListener traffic) throws IOException {
        try {
            return new Connection(socket, Selector.open(), traffic);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /**
     * Sends one message, or keeps what the socket does not take for later rounds. Does not wait.
     *
     * @param before run under the lock that keeps messages apart, so in the order of sending
     * @throws QmpClientException if too much is kept already; nothing has been run or sent then
     */
    void send(byte[] message, Runnable before) throws IOException {
        sending.lock();
        try {
            if (!outgoing.hasRoomFor(message.length)) {
                throw new QmpClientException(
                        "The server does not read: more than "
                                + Outgoing.MOST_BYTES
                                + " bytes are unsent");
            }
            before.run();
            if (!traffic.equals(TrafficListener.NONE)) {
                traffic.sent(new String(message, StandardCharsets.US_ASCII).stripTrailing());
            }
            write(message);
        } finally {
            sending.unlock();
        }
    }

    private void write(byte[] message) throws IOException {
        boolean first = outgoing.isEmpty();
        outgoing.add(message);
        if (first) {
            outgoing.writeTo(socket);
            if (!outgoing.isEmpty()) {
                key.interestOpsOr(SelectionKey.OP_WRITE);
                selector.wakeup(); // it has to see the change
            }
        }
    }

    /**
     * Waits for the socket, sends what is unsent, reads once, and hands out all messages that are
     * complete. A receiver may call this again; messages stay in order.
     *
     * @param millis how long to wait at most, 0 for ever
     * @param receiver called with each message
     * @return false at the end of the stream or after {@link #close}
     * @throws IOException if the connection breaks
     * @throws QmpClientException if something else than JSON comes
     */
    boolean round(long millis, Consumer<JsonNode> receiver) throws IOException {
        boolean more = incoming.hasUnread() || read(millis);
        @Nullable JsonNode message = incoming.next();
        while (message != null) {
            receiver.accept(message);
            message = incoming.next();
        }
        return more;
    }

    private boolean read(long millis) throws IOException {
        try {
            selector.select(ready -> {}, millis);
            flush();
        } catch (ClosedSelectorException | CancelledKeyException closed) {
            return false;
        }
        return incoming.readFrom(socket);
    }

    private void flush() throws IOException {
        if ((key.interestOps() & SelectionKey.OP_WRITE) == 0) {
            return;
        }
        sending.lock();
        try {
            outgoing.writeTo(socket);
            if (outgoing.isEmpty()) {
                key.interestOps(SelectionKey.OP_READ);
            }
        } finally {
            sending.unlock();
        }
    }

    /** Ends the connection and whatever round is under way. Any thread; repeatable. */
    @Override
    public void close() throws IOException {
        try {
            socket.close();
        } finally {
            selector.close();
        }
    }
}
