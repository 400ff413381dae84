package dev.quarry.block;

/** Why zeros that were found in a write are written as data nevertheless. */
public enum ZeroObstacle {
    /** They cover only a part of the driver's unit: a block or a cluster. */
    UNALIGNED("they cover only a part of a block or cluster"),

    /** The image has no way to mark zeros above a backing file (qcow2 version 2). */
    BACKING("the image format has no zero clusters to hide a backing file"),

    /** The host's file system has no way to zero a range. */
    HOST("the host's file system cannot zero a range"),

    /** The driver has no zero write at all. */
    DRIVER("the driver has no zero write");

    private final String words;

    ZeroObstacle(String words) {
        this.words = words;
    }

    /** The reason as a clause. */
    public String words() {
        return words;
    }
}
