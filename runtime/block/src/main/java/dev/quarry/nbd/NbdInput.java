package dev.quarry.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * What the other side sent, received many messages at a time. Before it waits for more, the
 * gathered output is sent: so replies are batched exactly while input is at hand. Used by one
 * thread.
 */
final class NbdInput {
    private final ReadableByteChannel channel;
    private final ByteBuffer buffer;
    private final NbdOutput output;

    NbdInput(ReadableByteChannel channel, ByteBuffer buffer, NbdOutput output) {
        this.channel = channel;
        this.buffer = buffer.clear().flip();
        this.output = output;
    }

    /** Most bytes that {@link #take} can give. */
    int capacity() {
        return buffer.capacity();
    }

    /** Bytes at hand without waiting. */
    int available() {
        return buffer.remaining();
    }

    /** Waits for a message of {@code bytes}; false when the other side ended before its first. */
    boolean await(int bytes) throws IOException {
        if (buffer.remaining() >= bytes) {
            return true;
        }
        output.flush();
        while (buffer.remaining() < bytes) {
            if (!receive(bytes)) {
                if (buffer.hasRemaining()) {
                    throw new EOFException("the connection ended inside a message");
                }
                return false;
            }
        }
        return true;
    }

    /** The buffer with at least {@code bytes} remaining, for the caller to take. */
    ByteBuffer take(int bytes) throws IOException {
        if (!await(bytes)) {
            throw new EOFException("the connection ended where a message should follow");
        }
        return buffer;
    }

    /** Receives into {@code target} until it is full; the larger part without copying. */
    void fill(ByteBuffer target) throws IOException {
        int atHand = Math.min(buffer.remaining(), target.remaining());
        target.put(buffer.slice(buffer.position(), atHand));
        buffer.position(buffer.position() + atHand);
        if (target.hasRemaining()) {
            output.flush();
        }
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new EOFException("the connection ended inside a payload");
            }
        }
    }

    /** Receives {@code bytes} and forgets them. */
    void skip(long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            int step = (int) Math.min(left, Math.max(1, buffer.remaining()));
            take(step);
            buffer.position(buffer.position() + step);
            left -= step;
        }
    }

    /** One receive behind what is at hand; room for a message of {@code bytes} is made first. */
    private boolean receive(int bytes) throws IOException {
        if (buffer.capacity() - buffer.position() < bytes || !buffer.hasRemaining()) {
            buffer.compact().flip();
        }
        int start = buffer.position();
        buffer.position(buffer.limit()).limit(buffer.capacity());
        int received = channel.read(buffer);
        buffer.limit(buffer.position()).position(start);
        return received >= 0;
    }
}
