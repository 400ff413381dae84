package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * The file an image lives in, as the format needs it. Offsets and lengths are bytes. Any thread may
 * call; every method blocks until done and throws {@link dev.quarry.block.BlockException} on
 * failure. What is written is durable only after a later {@link #flush()} returns.
 */
interface ImageFile {
    /** Length now. */
    long size();

    /** Fills what remains of the buffer; bytes beyond the end read as zeros. */
    void read(long offset, ByteBuffer into);

    /** Writes what remains of the buffer; grows the file where needed. */
    void write(long offset, ByteBuffer from);

    /** Says that a range holds nothing of worth; the file may release its blocks or ignore it. */
    void discard(long offset, long bytes);

    /** Makes a range inside the file read as zeros; its space may go. */
    default void clear(long offset, long bytes) {
        fill(offset, bytes);
    }

    /** Makes a range inside the file read as zeros and sets its space aside. */
    default void reserve(long offset, long bytes) {
        fill(offset, bytes);
    }

    /** Writes a range inside the file with zeros. */
    default void fill(long offset, long bytes) {
        ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(bytes, 1 << 20));
        long end = offset + bytes;
        for (long at = offset; at < end; at += zeros.limit()) {
            write(at, zeros.clear().limit((int) Math.min(zeros.capacity(), end - at)));
        }
    }

    /** Everything written before the call is on stable storage after it. */
    void flush();

    /** Sets the length; new bytes read as zeros. */
    void truncate(long size);

    /** Tells of a step of the format, for a file that fails on purpose. */
    default void step(BlkdebugEvent step) {}
}
