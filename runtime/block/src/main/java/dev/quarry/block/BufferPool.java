package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The process's direct buffers for guest data, kept from request to request: making one costs a
 * page fault every 4 KiB, which is dearer than moving the data.
 *
 * <p>Sizes are powers of two from 64 KiB to 32 MiB. A buffer is zeroed, and thereby touched, when
 * it is made; after that it holds whatever its last user left. Leasing never waits, so a request
 * that holds one buffer may lease another; how many bytes are out at once is for those to bound who
 * accept requests. What comes back beyond {@link #MAX_IDLE_BYTES} is left to the collector. Any
 * thread.
 */
public final class BufferPool {
    /** Where every buffer starts: a multiple of it, as direct I/O asks. */
    public static final int ALIGNMENT = 4096;

    /** The usual size of a buffer for streaming, bytes. */
    public static final int CHUNK = 2 << 20;

    /** Most bytes kept while nobody uses them. */
    public static final long MAX_IDLE_BYTES = 256L << 20;

    private static final int MIN_SHIFT = 16;
    private static final int MAX_SHIFT = 25;
    private static final BufferPool POOL = new BufferPool();

    private final Shelf[] shelves = new Shelf[MAX_SHIFT - MIN_SHIFT + 1];
    private final AtomicLong idleBytes = new AtomicLong();

    private BufferPool() {
        for (int i = 0; i < shelves.length; i++) {
            shelves[i] = new Shelf();
        }
    }

    /**
     * A buffer with position 0 and the given limit, aligned to {@link #ALIGNMENT}. Its content is
     * undefined.
     *
     * @param bytes at least 0; above 32 MiB the buffer is made for this lease alone
     * @throws BlockException {@code ENOMEM} if no direct memory is left
     */
    public static PooledBuffer lease(int bytes) {
        return POOL.take(bytes);
    }

    /** Bytes kept for later leases now. */
    public static long idleBytes() {
        return POOL.idleBytes.get();
    }

    private PooledBuffer take(int bytes) {
        int shelf = shelfOf(bytes);
        if (shelf >= shelves.length) {
            return new PooledBuffer(allocate(bytes), bytes, -1);
        }
        ByteBuffer kept = shelves[shelf].poll();
        if (kept == null) {
            return new PooledBuffer(allocate(1 << (shelf + MIN_SHIFT)), bytes, shelf);
        }
        idleBytes.addAndGet(-kept.capacity());
        return new PooledBuffer(kept, bytes, shelf);
    }

    private static int shelfOf(int bytes) {
        int shift = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(bytes, 1) - 1);
        return Math.max(shift, MIN_SHIFT) - MIN_SHIFT;
    }

    private static ByteBuffer allocate(int bytes) {
        long blocks = Alignment.roundUp(bytes, ALIGNMENT) + ALIGNMENT;
        try {
            return ByteBuffer.allocateDirect(Math.toIntExact(blocks))
                    .alignedSlice(ALIGNMENT)
                    .slice(0, bytes);
        } catch (OutOfMemoryError | ArithmeticException tooMuch) {
            throw BlockException.of(
                    Errno.ENOMEM, "No direct memory for a buffer of " + bytes + " bytes", tooMuch);
        }
    }

    static void giveBack(ByteBuffer memory, int shelf) {
        if (shelf >= 0) {
            POOL.keep(memory, shelf);
        }
    }

    private void keep(ByteBuffer memory, int shelf) {
        int bytes = memory.capacity();
        if (idleBytes.addAndGet(bytes) > MAX_IDLE_BYTES) {
            idleBytes.addAndGet(-bytes);
        } else {
            shelves[shelf].push(memory);
        }
    }

    /** The idle buffers of one size, the last used first: its memory is the likeliest in cache. */
    private static final class Shelf {
        private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();

        synchronized void push(ByteBuffer buffer) {
            idle.push(buffer);
        }

        synchronized @Nullable ByteBuffer poll() {
            return idle.poll();
        }
    }
}
