package dev.quarry.block.qcow2;

/** How much of the space of a new image is taken at once. */
public enum Preallocation {
    /** None. */
    OFF,
    /** The tables map every cluster; the file has a hole there. */
    METADATA,
    /** The file sets the space aside too, without writing it. */
    FALLOC,
    /** The space is written with zeros. */
    FULL
}
