package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Buffers of one cluster for copy on write, used again and again: touching fresh memory is dearer
 * than the copy. At most {@link #KEPT} are kept; more are made when more requests need one at the
 * same time. Any thread may call.
 */
final class ScratchBuffers {
    private static final int KEPT = 8;

    private final int size;
    private final ConcurrentLinkedQueue<ByteBuffer> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger idleCount = new AtomicInteger();

    /** Buffers of so many bytes. */
    ScratchBuffers(int size) {
        this.size = size;
    }

    /** An empty buffer; give it back with {@link #giveBack}. */
    ByteBuffer take() {
        ByteBuffer buffer = idle.poll();
        if (buffer == null) {
            return ByteBuffer.allocateDirect(size);
        }
        idleCount.decrementAndGet();
        return buffer.clear();
    }

    /** The buffer is no longer used. */
    void giveBack(ByteBuffer buffer) {
        if (idleCount.incrementAndGet() <= KEPT) {
            idle.add(buffer);
        } else {
            idleCount.decrementAndGet();
        }
    }
}
