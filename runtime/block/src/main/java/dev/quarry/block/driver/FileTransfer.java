package dev.quarry.block.driver;

import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;
import dev.quarry.posix.PosixFile;

import java.nio.ByteBuffer;

/** Data to and from a file: at once where the kernel can take the memory, else through the pool. */
final class FileTransfer {
    private final PosixFile file;
    private final int memoryAlignment;

    FileTransfer(PosixFile file, int memoryAlignment) {
        this.file = file;
        this.memoryAlignment = memoryAlignment;
    }

    /** Fills the buffer, with zeros where the file has ended. */
    void read(long offset, ByteBuffer into) {
        if (isUsable(into)) {
            file.read(offset, into);
        } else {
            readThroughPool(offset, into);
        }
        BufferFill.zeros(into);
    }

    private void readThroughPool(long offset, ByteBuffer into) {
        try (PooledBuffer bounce = leaseFor(into)) {
            ByteBuffer chunk = bounce.buffer();
            while (into.hasRemaining()) {
                chunk.clear().limit(Math.min(bounce.bytes(), into.remaining()));
                int wanted = chunk.remaining();
                int done = file.read(offset, chunk);
                into.put(chunk.flip());
                offset += done;
                if (done < wanted) {
                    return;
                }
            }
        }
    }

    void write(long offset, ByteBuffer from) {
        if (isUsable(from)) {
            file.write(offset, from);
        } else {
            writeThroughPool(offset, from);
        }
    }

    private void writeThroughPool(long offset, ByteBuffer from) {
        try (PooledBuffer bounce = leaseFor(from)) {
            ByteBuffer chunk = bounce.buffer();
            while (from.hasRemaining()) {
                int piece = Math.min(bounce.bytes(), from.remaining());
                chunk.clear().put(from.slice(from.position(), piece)).flip();
                file.write(offset, chunk);
                from.position(from.position() + piece);
                offset += piece;
            }
        }
    }

    private static PooledBuffer leaseFor(ByteBuffer request) {
        return BufferPool.lease(Math.min(BufferPool.CHUNK, request.remaining()));
    }

    private boolean isUsable(ByteBuffer buffer) {
        return buffer.isDirect()
                && (memoryAlignment == 1
                        || buffer.alignmentOffset(buffer.position(), memoryAlignment) == 0);
    }
}
