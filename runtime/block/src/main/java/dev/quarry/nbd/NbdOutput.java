package dev.quarry.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;

/**
 * Replies on their way out, gathered in one buffer so that many go in one system call. Used by one
 * thread.
 */
final class NbdOutput {
    private final GatheringByteChannel channel;
    private final ByteBuffer buffer;
    private final ByteBuffer[] pair = new ByteBuffer[2];

    NbdOutput(GatheringByteChannel channel, ByteBuffer buffer) {
        this.channel = channel;
        this.buffer = buffer.clear();
        pair[0] = buffer;
        pair[1] = buffer;
    }

    /** Most bytes that {@link #room} can give. */
    int capacity() {
        return buffer.capacity();
    }

    /** The buffer, with room for {@code bytes} more; what the caller puts goes out with it. */
    ByteBuffer room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
        return buffer;
    }

    /** Sends what was gathered. */
    void flush() throws IOException {
        if (buffer.position() == 0) {
            return;
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    /** Sends what was gathered and after it {@code payload}, without copying it. */
    void flushWith(ByteBuffer payload) throws IOException {
        buffer.flip();
        pair[1] = payload;
        while (payload.hasRemaining()) {
            channel.write(pair);
        }
        pair[1] = buffer;
        buffer.clear();
    }
}
