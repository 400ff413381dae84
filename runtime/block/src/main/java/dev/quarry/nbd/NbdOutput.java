package dev.quarry.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Replies on their way out, gathered in one buffer so that many go in one system call. Used by one
 * thread; others use siblings, which send over the same channel in turn.
 */
final class NbdOutput {
    private final GatheringByteChannel channel;
    private final ReentrantLock turn;
    private final ByteBuffer buffer;
    private final ByteBuffer[] pair = new ByteBuffer[2];

    NbdOutput(GatheringByteChannel channel, ByteBuffer buffer) {
        this(channel, buffer, new ReentrantLock());
    }

    private NbdOutput(GatheringByteChannel channel, ByteBuffer buffer, ReentrantLock turn) {
        this.channel = channel;
        this.turn = turn;
        this.buffer = buffer.clear();
        pair[0] = buffer;
        pair[1] = buffer;
    }

    /** An output of another thread over the same channel. */
    NbdOutput sibling(ByteBuffer memory) {
        return new NbdOutput(channel, memory, turn);
    }

    /** Most bytes that {@link #room} can give. */
    int capacity() {
        return buffer.capacity();
    }

    /**
     * The buffer, with room for {@code bytes} more. What the caller puts goes out with it, and must
     * be whole messages, or {@link #lock} be held.
     */
    ByteBuffer room(int bytes) throws IOException {
        if (buffer.remaining() < bytes) {
            flush();
        }
        return buffer;
    }

    /** Keeps siblings from sending until {@link #unlock}: for a message sent in pieces. */
    void lock() {
        turn.lock();
    }

    void unlock() {
        turn.unlock();
    }

    /** Sends what was gathered. */
    void flush() throws IOException {
        if (buffer.position() == 0) {
            return;
        }
        buffer.flip();
        turn.lock();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } finally {
            turn.unlock();
        }
        buffer.clear();
    }

    /** Sends what was gathered and after it {@code payload}, without copying it. */
    void flushWith(ByteBuffer payload) throws IOException {
        buffer.flip();
        pair[1] = payload;
        turn.lock();
        try {
            while (payload.hasRemaining()) {
                channel.write(pair);
            }
        } finally {
            turn.unlock();
        }
        pair[1] = buffer;
        buffer.clear();
    }
}
