package dev.quarry.block;

import dev.quarry.qapi.generated.JobStatus;

import org.jspecify.annotations.Nullable;

/**
 * What the block layer tells the outside. Called from any thread, also in the middle of I/O: must
 * not block and not call back.
 */
public interface BlockEvents {
    /** Nobody listens. */
    BlockEvents NONE = new BlockEvents() {};

    /** A write reached past the node's threshold, which is now off. Bytes. */
    default void writeThreshold(String node, long exceededBy, long threshold) {}

    /**
     * An image was found corrupt.
     *
     * @param offset host offset, or -1
     * @param size bytes, or -1
     * @param fatal the node can no longer be used
     */
    default void imageCorrupted(
            @Nullable String node, String message, long offset, long size, boolean fatal) {}

    /** An export is gone. */
    default void exportDeleted(String id) {}

    /** A job has come to another state. */
    default void jobStatusChanged(String id, JobStatus status) {}
}
