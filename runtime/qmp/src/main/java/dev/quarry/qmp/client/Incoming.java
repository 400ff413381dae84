package dev.quarry.qmp.client;

import dev.quarry.qmp.JsonFramer;
import dev.quarry.qmp.JsonFramer.Frame;
import dev.quarry.qmp.JsonFramer.Malformed;
import dev.quarry.qmp.JsonFramer.Value;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * Cuts what a server sends into messages. They may stretch over lines and lines may be of any
 * length, up to {@link JsonFramer#MAX_BYTES} a message. One thread at a time.
 */
final class Incoming {
    private static final int CHUNK = 64 << 10;

    private final TrafficListener traffic;
    private final JsonFramer framer = new JsonFramer();
    private final ByteBuffer received = ByteBuffer.allocate(CHUNK).flip();
    private final ByteArrayOutputStream raw = new ByteArrayOutputStream();

    Incoming(TrafficListener traffic) {
        this.traffic = traffic;
    }

    /** Whether something has been read that {@link #next} has not looked at. */
    boolean hasUnread() {
        return received.hasRemaining();
    }

    /**
     * Reads once.
     *
     * @return whether there may be more; false at the end of the stream
     */
    boolean readFrom(ReadableByteChannel socket) throws IOException {
        received.clear();
        int count = socket.read(received);
        received.flip();
        return count >= 0;
    }

    /**
     * The next whole message of what has been read, or null.
     *
     * @throws QmpClientException if it is not JSON
     */
    @Nullable JsonNode next() {
        int from = received.position();
        Frame frame = framer.next(received);
        remember(from);
        return frame == null ? null : message(frame);
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
}
