package dev.quarry.nbd;

import java.nio.ByteBuffer;

/**
 * What an export serves: a row of bytes. The server asks only for ranges inside {@link #size}, and
 * for writes only where the export is writable.
 *
 * <p>Any thread may call, several at once; calls block until the work is done. A failure is an
 * {@link NbdException}, whose error and text go to the client.
 */
public interface NbdDisk {
    /** Size in bytes, constant while the disk is exported. */
    long size();

    /** Smallest unit in bytes the disk likes to be used in, a power of two; any unit works. */
    int minimumBlock();

    /** Fills the buffer's remaining bytes from {@code offset}. */
    void read(long offset, ByteBuffer into);

    /** Writes the buffer's remaining bytes at {@code offset}, to stable storage if {@code fua}. */
    void write(long offset, ByteBuffer from, boolean fua);

    /**
     * Makes the range read as zeroes.
     *
     * @param mayUnmap the storage may be given up
     * @param fast fail with {@link NbdError#ENOTSUP} rather than write zeroes one by one
     */
    void writeZeroes(long offset, long bytes, boolean mayUnmap, boolean fast, boolean fua);

    /** Tells that the range's contents are no longer needed; a hint. */
    void trim(long offset, long bytes);

    /** Brings every completed write to stable storage. */
    void flush();

    /** The extent at {@code offset}: at least one byte long, at most {@code bytes}. */
    NbdExtent extent(long offset, long bytes);

    /**
     * The extent at {@code offset} with, as its flags, the layer of the backing chain it comes
     * from: 1 for the exported one, 0 when no layer has it.
     */
    NbdExtent depth(long offset, long bytes);
}
