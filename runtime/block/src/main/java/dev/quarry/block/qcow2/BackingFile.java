package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * What shows through where an overlay has nothing of its own. Never written. Any thread may call.
 */
interface BackingFile {
    /** Length in bytes; beyond it the overlay reads zeros. */
    long size();

    /** Fills what remains of the buffer; the range lies inside {@link #size()}. */
    void read(long offset, ByteBuffer into);

    /** Whether the range is known to read as zeros; false when in doubt. Inside {@link #size()}. */
    boolean readsAsZeros(long offset, long bytes);
}
