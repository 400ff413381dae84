package dev.quarry.block.throttle;

/** Which limits a request falls under, beside those on all requests. */
public enum Direction {
    /** It takes content. */
    READ,
    /** It changes content: data, zeros, discards. */
    WRITE
}
