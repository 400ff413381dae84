package dev.quarry.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

class BufferPoolTest {
    @Test
    void buffersAreDirectAlignedAndAsLongAsAsked() {
        for (int bytes : new int[] {0, 1, 4096, 65_536, 65_537, 2 << 20, (32 << 20) + 1}) {
            try (PooledBuffer lease = BufferPool.lease(bytes)) {
                ByteBuffer buffer = lease.buffer();
                assertEquals(bytes, buffer.remaining());
                assertTrue(buffer.isDirect());
                assertEquals(0, buffer.alignmentOffset(0, BufferPool.ALIGNMENT));
            }
        }
    }

    @Test
    void buffersInUseAreDifferentAndComeBackOnce() {
        PooledBuffer first = BufferPool.lease(4096);
        PooledBuffer second = BufferPool.lease(4096);
        assertNotSame(first.buffer(), second.buffer());
        first.buffer().putLong(0, 1);
        second.buffer().putLong(0, 2);
        assertEquals(1, first.buffer().getLong(0));
        first.close();
        long idle = BufferPool.idleBytes();
        first.close();
        assertEquals(idle, BufferPool.idleBytes());
        second.close();
    }

    @Test
    void idleMemoryIsBounded() {
        List<PooledBuffer> leases = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            leases.add(BufferPool.lease(32 << 20));
        }
        leases.forEach(PooledBuffer::close);
        assertTrue(BufferPool.idleBytes() <= BufferPool.MAX_IDLE_BYTES);
    }
}
