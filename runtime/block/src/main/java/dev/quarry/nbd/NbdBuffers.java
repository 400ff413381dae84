package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Direct buffers that are used over and over: a page's first touch costs more than copying it, so
 * memory is touched once, when it is made, and kept.
 *
 * <p>A class of buffers is bounded. Who finds it exhausted does not wait, since its holders may be
 * clients that never go on; it works in small pieces instead.
 */
final class NbdBuffers {
    private static final int PAGE = 4096;
    private static final long BUDGET = Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4);

    /** For requests up to 2 MiB, which is nearly all. */
    private static final NbdBuffers MEDIUM = new NbdBuffers(2 << 20, BUDGET / 2);

    /** For requests up to the protocol's limit. */
    private static final NbdBuffers LARGE = new NbdBuffers(NbdProtocol.MAX_PAYLOAD, BUDGET / 2);

    /** For what one connection receives and sends. */
    private static final NbdBuffers CONNECTION = new NbdBuffers(192 << 10, Long.MAX_VALUE);

    private static final int KEPT = 64;

    private final int bytes;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<ByteBuffer> free = new ArrayDeque<>();
    private long unmade;

    /**
     * @param bytes of each buffer
     * @param total bytes of all
     */
    NbdBuffers(int bytes, long total) {
        this.bytes = bytes;
        this.unmade = total / bytes;
    }

    /** The class for payloads of {@code bytes}. */
    static NbdBuffers forPayload(int bytes) {
        return bytes <= MEDIUM.bytes ? MEDIUM : LARGE;
    }

    /** The class for what one connection receives and sends: 192 KiB. */
    static NbdBuffers forConnection() {
        return CONNECTION;
    }

    /** An empty, page-aligned buffer, or null when all are in use or memory is short. */
    @Nullable ByteBuffer take() {
        lock.lock();
        try {
            ByteBuffer buffer = free.pollFirst();
            if (buffer != null) {
                return buffer.clear();
            }
            if (unmade == 0) {
                return null;
            }
            unmade--;
        } finally {
            lock.unlock();
        }
        return make();
    }

    /** Brings a buffer back. */
    void give(ByteBuffer buffer) {
        lock.lock();
        try {
            if (free.size() < KEPT) {
                free.addFirst(buffer);
            } else {
                unmade++;
            }
        } finally {
            lock.unlock();
        }
    }

    private @Nullable ByteBuffer make() {
        try {
            return ByteBuffer.allocateDirect(bytes + PAGE).alignedSlice(PAGE).slice(0, bytes);
        } catch (OutOfMemoryError e) {
            unmade(1);
            return null;
        }
    }

    private void unmade(int more) {
        lock.lock();
        try {
            unmade += more;
        } finally {
            lock.unlock();
        }
    }
}
