package dev.quarry.qmp.client;

import dev.quarry.qmp.JsonFramer;
import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;
import dev.quarry.qmp.QmpJson;
import dev.quarry.qmp.codec.Encodable;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/** Whole messages over a blocking socket. Any thread may send, one thread receives. */
final class MessageChannel implements Closeable {
    private static final int CHUNK = 64 << 10;

    private final SocketChannel socket;
    private final TrafficListener traffic;
    private final ReentrantLock sending = new ReentrantLock();
    private final JsonFramer framer = new JsonFramer();
    private final ByteBuffer received = ByteBuffer.allocate(CHUNK).flip();
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();

    MessageChannel(SocketChannel socket, TrafficListener traffic) {
        this.socket = socket;
        this.traffic = traffic;
    }

    /**
     * Sends one message.
     *
     * @param before run under the lock that keeps messages apart, so in the order of sending
     */
    void send(Encodable message, Runnable before) throws IOException {
        byte[] bytes = QmpJson.message(false, message);
        sending.lock();
        try {
            before.run();
            traffic.sent(new String(bytes, StandardCharsets.US_ASCII).stripTrailing());
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                socket.write(buffer);
            }
        } finally {
            sending.unlock();
        }
    }

    /**
     * The next message, or null at the end of the stream.
     *
     * @throws QmpClientException if it is not JSON
     */
    @Nullable JsonNode receive() throws IOException {
        while (true) {
            int from = received.position();
            Frame frame = framer.next(received);
            remember(from);
            if (frame != null) {
                return message(frame);
            }
            received.clear();
            int count = socket.read(received);
            received.flip();
            if (count < 0) {
                return null;
            }
        }
    }

    private void remember(int from) {
        if (!traffic.equals(TrafficListener.NONE)) {
            raw.write(received.array(), from, received.position() - from);
        }
    }

    private JsonNode message(Frame frame) {
        if (!traffic.equals(TrafficListener.NONE)) {
            traffic.received(raw.toString(StandardCharsets.UTF_8).strip());
            raw.reset();
        }
        if (frame instanceof Malformed bad) {
            throw new QmpClientException("The server does not speak QMP: " + bad.description());
        }
        return ((Value) frame).value();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
