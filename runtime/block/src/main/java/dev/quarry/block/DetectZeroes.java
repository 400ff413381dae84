package dev.quarry.block;

/** What a node does with a plain write whose payload is all zero bytes. */
public enum DetectZeroes {
    /** Writes it. */
    OFF,
    /** Makes it a zero write. */
    ON,
    /** Makes it a zero write that may release blocks; needs {@code discard=unmap} on the node. */
    UNMAP
}
