package dev.quarry.block;

import static dev.quarry.block.Alignment.roundDown;
import static dev.quarry.block.Alignment.roundUp;

import dev.quarry.posix.ZeroScan;

import java.nio.ByteBuffer;

/**
 * Copies what a node's backing chain shows into the node itself: whole clusters, each alone on its
 * range, so that no write comes between reading and leaving. What reads as zeros becomes a zero
 * write.
 */
final class CopyPath {
    /** No limit to how deep the content may lie. */
    static final int ANY_DEPTH = Integer.MAX_VALUE;

    private static final int MOST = 1 << 20;

    private final BlockNode node;
    private final RequestList writes;
    private final ReadPath reads;
    private final WritePath data;
    private final ZeroPieces zeroes;
    private final StatusPath status;

    CopyPath(
            BlockNode node,
            RequestList writes,
            ReadPath reads,
            WritePath data,
            ZeroPieces zeroes,
            StatusPath status) {
        this.node = node;
        this.writes = writes;
        this.reads = reads;
        this.data = data;
        this.zeroes = zeroes;
        this.status = status;
    }

    /**
     * Copies what is missing of a range.
     *
     * @param deepest content that lies deeper stays where it is, as does what nobody has; the node
     *     itself is 1. {@link #ANY_DEPTH} copies all
     */
    void copy(long offset, long bytes, int deepest) {
        long end = Math.min(offset + bytes, node.size());
        long at = offset;
        while (at < end) {
            BlockStatus here = status.here(at, end - at, false);
            long known = here.bytes();
            if (!here.isAllocated()) {
                known = Math.min(known, MOST);
                known = copyUnallocated(at, known, deepest);
            }
            at += known;
        }
    }

    /** Returns how many bytes were looked at. */
    private long copyUnallocated(long offset, long bytes, int deepest) {
        if (deepest == ANY_DEPTH) {
            copyClusters(offset, bytes);
            return bytes;
        }
        BlockStatus content = status.throughChain(offset, bytes, false);
        if (content.isAllocated() && content.depth() <= deepest) {
            copyClusters(offset, content.bytes());
        }
        return content.bytes();
    }

    private void copyClusters(long offset, long bytes) {
        BlockDriver driver = node.driver();
        int alignment = driver.limits().requestAlignment();
        DriverInfo info = driver.info();
        int unit = Math.max(alignment, info == null ? 0 : Math.toIntExact(info.clusterSize()));
        long start = roundDown(offset, unit);
        long end = Math.min(roundUp(offset + bytes, unit), roundUp(driver.size(), alignment));
        RequestList.Request request = writes.enter(start, end, true);
        try {
            long at = start;
            while (at < end) {
                BlockStatus here = status.here(at, Math.min(MOST, end - at), false);
                if (here.bytes() == 0) {
                    return;
                }
                if (!here.isAllocated()) {
                    copyAlone(at, roundUp(here.bytes(), alignment));
                }
                at += here.bytes();
            }
        } finally {
            writes.leave(request);
        }
    }

    /** A write may have come first, so only what is still missing comes here. */
    private void copyAlone(long offset, long bytes) {
        try (PooledBuffer bounce = BufferPool.lease(Math.toIntExact(bytes))) {
            ByteBuffer content = bounce.buffer();
            reads.readWhole(offset, content);
            content.rewind();
            if (ZeroScan.isZero(content)) {
                boolean _ = zeroes.write(offset, bytes, WriteFlags.NONE);
                node.path().wrote(offset + bytes);
            } else {
                data.writeUnchanged(offset, content);
            }
        }
    }
}
