package dev.quarry.block;

import dev.quarry.qapi.generated.BlkdebugEvent;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A format, protocol or filter, bound to one node.
 *
 * <p>Only {@link RequestPath} calls the I/O methods. It guarantees: the node is open; the range is
 * not negative and does not overflow; writes come only to nodes that are not read-only; offset and
 * length are multiples of {@link BlockLimits#requestAlignment()} (zero writes and discards too); a
 * request has at least one byte and at most the limit's maximum; only supported flags are set. A
 * range may lie past {@link #size()} only where the parent holds the resize permission; reads are
 * cut at the size, rounded up to the alignment.
 *
 * <p>I/O methods may be called from any thread, several at once, also for overlapping ranges; they
 * block, and never call into the main loop. Failures are {@link BlockException}.
 */
public interface BlockDriver extends AutoCloseable {
    /** Wire name: {@code "qcow2"}. */
    String name();

    /** Size of what the guest sees, bytes, exact. Cheap. */
    long size();

    /** What it can take. Cheap; may change only while the node is drained. */
    default BlockLimits limits() {
        return BlockLimits.BYTES;
    }

    /** Fills the buffer from the offset on; its position ends at its limit. */
    void read(long offset, ByteBuffer into);

    /** Writes what remains in the buffer; its position ends at its limit. May grow a protocol. */
    void write(long offset, ByteBuffer from, WriteFlags flags);

    /** Whether the driver has a zero write at all; without, detect-zeroes does nothing. */
    default boolean hasZeroWrite() {
        return false;
    }

    /**
     * Makes a range read as zeros without being handed the zeros.
     *
     * @throws BlockException {@code ENOTSUP}: not this range or not now; unless {@code NO_FALLBACK}
     *     was asked the request path then writes zeros as data
     */
    default void writeZeroes(long offset, long bytes, WriteFlags flags) {
        throw BlockException.notSupported("Driver '" + name() + "' has no zero write");
    }

    /**
     * Why even whole blocks of zeros are written as data at present, or null if nothing is known to
     * stand against a zero write. For counting and explaining only.
     */
    default @Nullable ZeroObstacle zeroObstacle() {
        return hasZeroWrite() ? null : ZeroObstacle.DRIVER;
    }

    /**
     * What would become of a zero write of whole blocks or clusters. For explaining only; does no
     * I/O.
     *
     * @param mayUnmap the space may be given back
     */
    default ZeroPlan zeroPlan(boolean mayUnmap) {
        ZeroObstacle obstacle = zeroObstacle();
        String why = obstacle == null ? "this driver does not say more" : obstacle.words();
        return ZeroPlan.here(ZeroPlan.Action.WRITE_DATA, "Zeros are written as data: " + why + ".");
    }

    /** Whether the driver has a discard. */
    default boolean hasDiscard() {
        return false;
    }

    /** Says that the range is not needed; {@code ENOTSUP} counts as success. */
    default void discard(long offset, long bytes) {
        throw BlockException.notSupported("Driver '" + name() + "' has no discard");
    }

    /** Writes the driver's own caches down to its children or to the host, without syncing. */
    default void flush() {}

    /**
     * Writes all there is down to the children, so that a new driver can be opened over them and
     * this one be forgotten. The node is drained and was not read-only.
     */
    default void settle() {
        flush();
    }

    /**
     * Puts what was written to stable storage. Called after {@link #flush()}, only if something was
     * written since the last time and syncing is not switched off; children follow by themselves.
     */
    default void sync() {}

    /**
     * Somebody waits for requests to end: those that wait for something outside which may never
     * answer fail when they last longer than this, until the result is closed. Any thread, also the
     * main loop; waits for nothing.
     */
    default Hurry hurry(Duration patience) {
        return Hurry.NONE;
    }

    /**
     * Flushes what is below, at the end of every flush.
     *
     * @param written the children that the node may write to
     * @throws BlockException if what was written is not stable
     */
    default void flushChildren(List<BlockChild> written) {
        written.forEach(BlockChild::flush);
    }

    /** Whether {@link #blockStatus} is the driver's own; others are all data. */
    default boolean hasBlockStatus() {
        return false;
    }

    /**
     * What the driver knows of a range inside its size. See {@link BlockStatus}.
     *
     * @param wantZero the caller cares about zeros; false allows "data" for all that is allocated
     */
    default BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return BlockStatus.data(bytes);
    }

    /** Changes the size to so many bytes; new space reads as zeros. */
    default void truncate(long newSize) {
        throw BlockException.notSupported("Driver '" + name() + "' cannot change its size");
    }

    /** Whether what is not allocated comes from a child in the role {@code COW}. */
    default boolean supportsBacking() {
        return false;
    }

    /** Whether the driver only passes on what its primary child has (throttle, not raw). */
    default boolean isFilter() {
        return false;
    }

    /** Whether the content is encrypted by this driver. */
    default boolean isEncrypted() {
        return false;
    }

    /**
     * A request takes a step at this node, or at the node above it. For drivers that fail on
     * purpose; does no I/O and does not fail.
     */
    default void step(BlkdebugEvent step) {}

    // Permissions

    /**
     * What the driver does to a child when its own users do {@code own}. Main loop; pure. The
     * default follows from the child's roles.
     */
    default Access childAccess(BlockChild child, Access own) {
        return ChildAccess.byRole(child, own);
    }

    /**
     * The users of this node are about to do and share this: get what is needed of the outside
     * (file locks, a writable descriptor). Main loop, so short. Followed by {@link #commitAccess}
     * or {@link #abortAccess}.
     *
     * @throws BlockException if that is refused; nothing has changed
     */
    default void prepareAccess(Access own) {}

    /** Gives up what the prepared access no longer needs. Does not fail. */
    default void commitAccess() {}

    /** Goes back to the access before {@link #prepareAccess}. Does not fail. */
    default void abortAccess() {}

    // Facts for queries; any thread

    /** Cluster size and dirty mark, or null if the driver tells none. */
    default @Nullable DriverInfo info() {
        return null;
    }

    /** Bytes the host has given to it, or -1 to add up its storage children. */
    default long allocatedBytes() {
        return -1;
    }

    /** Whether queries show what the host has given to it; some peers' drivers do not. */
    default boolean tellsAllocation() {
        return true;
    }

    /** A plain name that opens the same thing (path or URI), or null if none does. */
    default @Nullable String exactFilename() {
        return null;
    }

    /**
     * The options, beside children, that change what is seen, by wire name; values are {@code
     * String}, {@code Long} or {@code Boolean}. Used in a {@code json:} file name.
     */
    default Map<String, Object> strongOptions() {
        return Map.of();
    }

    /** The backing file named by the image itself, or null. */
    default @Nullable BackingLink backingLink() {
        return null;
    }

    /**
     * Another driver has taken its place in a reopening, or keeps it as the reopening failed: lets
     * go of what it holds outside the graph. Called instead of {@link #close}; waits for nothing.
     */
    default void retire() {}

    /**
     * Writes caches down and lets go of everything but the children. Called once, when nobody uses
     * the node and no request is in flight; also for a node whose opening failed later.
     */
    @Override
    void close();
}
