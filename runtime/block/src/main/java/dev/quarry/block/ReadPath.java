package dev.quarry.block;

import static dev.quarry.block.Alignment.isAligned;
import static dev.quarry.block.Alignment.roundDown;
import static dev.quarry.block.Alignment.roundUp;

import java.nio.ByteBuffer;

/** Reads at one node: padded to the driver's alignment, cut at its maximum, zeros past its end. */
final class ReadPath {
    private final BlockNode node;

    ReadPath(BlockNode node) {
        this.node = node;
    }

    void read(long offset, ByteBuffer into) {
        int alignment = node.driver().limits().requestAlignment();
        if (isAligned(offset | into.remaining(), alignment)) {
            readWhole(offset, into);
        } else {
            readPadded(offset, into, alignment);
        }
    }

    private void readPadded(long offset, ByteBuffer into, int alignment) {
        long start = roundDown(offset, alignment);
        long end = roundUp(offset + into.remaining(), alignment);
        try (PooledBuffer bounce = BufferPool.lease(Math.toIntExact(end - start))) {
            ByteBuffer padded = bounce.buffer();
            readWhole(start, padded);
            padded.position((int) (offset - start));
            padded.limit(padded.position() + into.remaining());
            into.put(padded);
        }
    }

    /** Reads whole blocks: what the node has, and zeros past its end. */
    void readWhole(long offset, ByteBuffer into) {
        BlockDriver driver = node.driver();
        BlockLimits limits = driver.limits();
        long size = roundUp(driver.size(), limits.requestAlignment());
        long known = Math.clamp(size - offset, 0, into.remaining());
        int max = limits.maxPiece();
        while (known > 0) {
            int piece = (int) Math.min(known, max);
            ByteBuffer part = into.slice(into.position(), piece);
            driver.read(offset, part);
            into.position(into.position() + piece);
            offset += piece;
            known -= piece;
        }
        ZeroPieces.putZeros(into);
    }
}
