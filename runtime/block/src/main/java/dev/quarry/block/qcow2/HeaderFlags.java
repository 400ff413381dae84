package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * The feature words of an open image, changed in place: eight bytes of the first sector, and a
 * flush. Everything else in the header stays as it is. Does nothing for version 2, which has no
 * such words, and for images that are not writable. Any thread may call.
 */
final class HeaderFlags {
    private final ImageFile file;
    private final boolean writable;
    private long incompatible;

    HeaderFlags(ImageFile file, Qcow2Header header, boolean writable) {
        this.file = file;
        this.writable = writable && header.version() >= 3;
        this.incompatible = header.incompatible();
    }

    /** Sets an incompatible feature bit. */
    synchronized void set(long bit) {
        store(incompatible | bit);
    }

    /** Clears an incompatible feature bit. */
    synchronized void clear(long bit) {
        store(incompatible & ~bit);
    }

    synchronized boolean has(long bit) {
        return (incompatible & bit) != 0;
    }

    /** Clears the autoclear word: nothing that a bit of it vouches for is kept up here. */
    void clearAutoclear() {
        write(Qcow2Header.AUTOCLEAR_AT, 0);
    }

    private void store(long word) {
        if (word != incompatible) {
            write(Qcow2Header.INCOMPATIBLE_AT, word);
            incompatible = word;
        }
    }

    private void write(long at, long word) {
        if (writable) {
            file.write(at, ByteBuffer.allocate(Long.BYTES).putLong(0, word));
            file.flush();
        }
    }
}
