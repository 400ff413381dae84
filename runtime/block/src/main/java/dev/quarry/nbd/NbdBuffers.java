package dev.quarry.nbd;

import dev.quarry.block.BlockException;
import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the payloads of all clients together may hold of the process's buffers. Who gets none does
 * not wait, since the holders may be clients that never go on; it works in small pieces instead.
 */
final class NbdBuffers {
    private static final AtomicLong LEFT =
            new AtomicLong(Math.min(256L << 20, Runtime.getRuntime().maxMemory() / 4));

    private NbdBuffers() {}

    /** A buffer with {@code bytes} remaining, or null when too much is held already. */
    static @Nullable Lease lease(int bytes) {
        if (LEFT.addAndGet(-bytes) < 0) {
            LEFT.addAndGet(bytes);
            return null;
        }
        try {
            return new Lease(BufferPool.lease(bytes), bytes);
        } catch (BlockException noMemory) {
            LEFT.addAndGet(bytes);
            return null;
        }
    }

    /** A buffer on loan; closing it gives it back, once. */
    static final class Lease implements AutoCloseable {
        private final PooledBuffer pooled;
        private final int bytes;

        private Lease(PooledBuffer pooled, int bytes) {
            this.pooled = pooled;
            this.bytes = bytes;
        }

        ByteBuffer buffer() {
            return pooled.buffer();
        }

        @Override
        public void close() {
            pooled.close();
            LEFT.addAndGet(bytes);
        }
    }
}
