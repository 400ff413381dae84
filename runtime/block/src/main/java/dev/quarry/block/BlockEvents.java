package dev.quarry.block;

import dev.quarry.qapi.generated.JobStatus;
import dev.quarry.qapi.generated.QuorumOpType;

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

    /**
     * Too few children of a node agreed, or did what was asked.
     *
     * @param node its device name, else its name
     * @param sector the first one of the request, of 512 bytes
     * @param sectors how many it concerned
     */
    default void quorumFailure(String node, long sector, long sectors) {}

    /**
     * A child failed or was outvoted.
     *
     * @param error what went wrong; null if it was outvoted
     * @param child the child's node name
     * @param sector the first one of the request, of 512 bytes
     * @param sectors how many it concerned
     */
    default void quorumReportBad(
            QuorumOpType type, @Nullable String error, String child, long sector, long sectors) {}
}
