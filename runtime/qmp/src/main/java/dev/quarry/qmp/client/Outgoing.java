package dev.quarry.qmp.client;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a server has yet to take. Sending never waits: what the socket does not take at once is kept
 * here, up to {@value #MOST_BYTES} bytes. One thread at a time.
 */
final class Outgoing {
    /** Above this much, the server counts as one that does not read. */
    static final int MOST_BYTES = 64 << 20;

    private final Deque<ByteBuffer> unsent = new ArrayDeque<>();
    private long bytes;

    boolean isEmpty() {
        return unsent.isEmpty();
    }

    /** Whether a message of that length may be added. */
    boolean hasRoomFor(int length) {
        return bytes == 0 || bytes + length <= MOST_BYTES;
    }

    void add(byte[] message) {
        unsent.add(ByteBuffer.wrap(message));
        bytes += message.length;
    }

    /** Sends as much as the socket takes. */
    void writeTo(WritableByteChannel socket) throws IOException {
        int count = 1;
        while (!unsent.isEmpty() && count > 0) {
            count = socket.write(unsent.element());
            bytes -= count;
            if (!unsent.element().hasRemaining()) {
                unsent.remove();
            }
        }
    }
}
