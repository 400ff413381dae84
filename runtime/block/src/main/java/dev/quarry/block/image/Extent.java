package dev.quarry.block.image;

/**
 * A part of a disk about which one thing is known.
 *
 * @param offset where it starts, bytes
 * @param bytes how long it is, at least 1
 * @param zero whether it reads as zeros; false for data, and where nobody knows
 * @param allocated whether the image itself decides what it reads as, rather than its backing file
 *     or the lack of one
 */
public record Extent(long offset, long bytes, boolean zero, boolean allocated) {
    /** Where it ends, bytes. */
    public long end() {
        return offset + bytes;
    }
}
