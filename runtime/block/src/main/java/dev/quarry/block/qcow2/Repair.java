package dev.quarry.block.qcow2;

/** What a check of an image puts right. */
public enum Repair {
    /** Nothing; the image is only read. */
    NONE,
    /**
     * Space that is counted as used and is not. Nothing is done in an image that has damage too.
     */
    LEAKS,
    /** Leaks, and all damage that follows from wrong reference counts. */
    ALL
}
