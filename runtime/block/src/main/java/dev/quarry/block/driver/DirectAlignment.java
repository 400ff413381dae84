package dev.quarry.block.driver;

import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;
import dev.quarry.posix.FileStatus;
import dev.quarry.posix.PosixFile;

import java.nio.ByteBuffer;

/**
 * What direct I/O on a file asks for.
 *
 * @param request of offsets and lengths, bytes, a power of two
 * @param memory of buffers, bytes, a power of two
 */
record DirectAlignment(int request, int memory) {
    /** Through the page cache everything goes. */
    static final DirectAlignment NONE = new DirectAlignment(1, 1);

    private static final int[] CANDIDATES = {1, 512, 1024, 2048, 4096};

    /** What the kernel tells; where it does not, what a trial read tells. */
    static DirectAlignment of(PosixFile file) {
        FileStatus status = file.status();
        int told = status.directOffsetAlignment();
        return told > 0
                ? new DirectAlignment(Math.max(told, 512), BufferPool.ALIGNMENT)
                : new DirectAlignment(tried(file), BufferPool.ALIGNMENT);
    }

    /** A file system that takes a read of one byte checks nothing: a page is safe then. */
    private static int tried(PosixFile file) {
        try (PooledBuffer memory = BufferPool.lease(BufferPool.ALIGNMENT)) {
            ByteBuffer buffer = memory.buffer();
            for (int candidate : CANDIDATES) {
                if (file.canRead(buffer.slice(0, candidate))) {
                    return candidate == 1 ? BufferPool.ALIGNMENT : candidate;
                }
            }
            return BufferPool.ALIGNMENT;
        }
    }
}
