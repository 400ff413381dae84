package dev.quarry.block;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/** A leased buffer; closing it gives it back, and its content must not be touched any more. */
public final class PooledBuffer implements AutoCloseable {
    private final ByteBuffer memory;
    private final ByteBuffer view;
    private final int bytes;
    private final int shelf;
    private final AtomicBoolean returned = new AtomicBoolean();

    PooledBuffer(ByteBuffer memory, int bytes, int shelf) {
        this.memory = memory;
        this.view = memory.slice(0, bytes);
        this.bytes = bytes;
        this.shelf = shelf;
    }

    /** The buffer, the same object every time; big-endian, direct. */
    public ByteBuffer buffer() {
        return view;
    }

    /** How many bytes were asked for: the limit the buffer began with. */
    public int bytes() {
        return bytes;
    }

    /** Gives it back. Only the first time counts. */
    @Override
    public void close() {
        if (returned.compareAndSet(false, true)) {
            BufferPool.giveBack(memory, shelf);
        }
    }
}
