package dev.quarry.block.driver;

import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.posix.PosixException;
import dev.quarry.posix.PosixFile;

/**
 * Where a file has data and where holes; what cannot be found out is data.
 *
 * <p>The last extent of data is remembered, since asking is dear: tmpfs looks at every page of the
 * file. A remembered extent may have become a hole by somebody else's doing; to call a hole data is
 * allowed, it only costs reading zeros. Any thread.
 */
final class FileExtents {
    private static final Known NOTHING = new Known(0, 0);

    private final PosixFile file;
    private final BlockNode node;
    private final int alignment;

    private volatile Known known = NOTHING;

    /** How often something was forgotten; changed under the lock. */
    private volatile int forgotten;

    FileExtents(PosixFile file, BlockNode node, int alignment) {
        this.file = file;
        this.node = node;
        this.alignment = alignment;
    }

    /** An extent of data, in bytes from the start of the file. */
    private record Known(long start, long end) {
        boolean has(long offset) {
            return start <= offset && offset < end;
        }

        boolean overlaps(long from, long to) {
            return from < end && start < to;
        }
    }

    /** The extent at the offset, at most {@code bytes} long. */
    BlockStatus at(long offset, long bytes) {
        Known data = known;
        if (data.has(offset)) {
            return BlockStatus.data(Math.min(bytes, data.end - offset), offset, node);
        }
        try {
            return ask(offset, bytes);
        } catch (PosixException cannotTell) {
            return BlockStatus.data(bytes, offset, node);
        }
    }

    private BlockStatus ask(long offset, long bytes) {
        int before = forgotten;
        long data = file.seekData(offset);
        if (data < 0) {
            return BlockStatus.zero(bytes, offset, node);
        }
        if (data > offset) {
            return BlockStatus.zero(Math.min(bytes, data - offset), offset, node);
        }
        long hole = file.seekHole(offset);
        if (hole <= offset) {
            return BlockStatus.data(bytes, offset, node);
        }
        long length = Math.ceilDiv(hole - offset, alignment) * alignment;
        remember(new Known(offset, offset + length), before);
        return BlockStatus.data(Math.min(bytes, length), offset, node);
    }

    private synchronized void remember(Known data, int before) {
        if (forgotten == before) {
            known = data;
        }
    }

    /** The range may have become a hole: call it when that is done. */
    synchronized void forget(long offset, long bytes) {
        forgotten++;
        if (known.overlaps(offset, offset + bytes)) {
            known = NOTHING;
        }
    }
}
