package dev.quarry.block;

import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;
import java.util.Set;

/**
 * An edge of the graph: a node as one of its users sees it, with the role it has there and the
 * permissions taken.
 *
 * <p>The I/O methods are for drivers, on any thread, blocking; they go through the child node's own
 * request path, so any alignment and length is fine. Ranges past the child's end read as zeros;
 * writes there grow it, for a child held with the resize permission. Buffers are consumed: the
 * position ends at the limit.
 */
public final class BlockChild {
    /** For {@link #readCopying}: however deep the content lies. */
    public static final int ANY_DEPTH = CopyPath.ANY_DEPTH;

    private final String name;
    private final NodeUser user;

    /** Changed by the main loop while the node above is drained, read by I/O. */
    private volatile BlockNode node;

    /** As {@link #node}. */
    private volatile Set<ChildRole> roles;

    /** Set by the main loop, read by I/O. */
    private volatile Access access = Access.IDLE;

    BlockChild(String name, Set<ChildRole> roles, NodeUser user, BlockNode node) {
        this.name = name;
        this.roles = roles;
        this.user = user;
        this.node = node;
    }

    /** The edge's name: {@code "file"}, {@code "backing"}, {@code "root"}. */
    public String name() {
        return name;
    }

    /** What the child is to its parent; empty for a backend's edge. */
    public Set<ChildRole> roles() {
        return roles;
    }

    /** The node at the lower end. */
    public BlockNode node() {
        return node;
    }

    /** What is taken on the child and left to others at present. */
    public Access access() {
        return access;
    }

    /** Size of the child in bytes, a multiple of 512. */
    public long size() {
        return node.size();
    }

    /** Fills the buffer. */
    public void read(long offset, ByteBuffer into) {
        node.path().read(offset, into);
    }

    /**
     * Fills the buffer, and copies into the child what it did not have itself: whole clusters.
     *
     * @param deepest content that lies deeper in the backing chain is not copied, nor what nobody
     *     has; the child itself is 1. {@link #ANY_DEPTH} copies all
     */
    public void readCopying(long offset, ByteBuffer into, int deepest) {
        requireWritable("copy", offset);
        node.path().readCopying(offset, into, deepest);
    }

    /** Writes what remains in the buffer. */
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        requireWritable("write", offset);
        requireRoom("write", offset, from.remaining());
        node.path().write(offset, from, flags);
    }

    /**
     * Makes the range read as zeros, as data where the child has nothing better. {@code MAY_UNMAP}
     * is dropped when the child's {@code discard} is {@code ignore}.
     *
     * @throws BlockException {@code ENOTSUP} only with {@code NO_FALLBACK}
     */
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        if (flags.has(WriteFlags.MAY_UNMAP) && !node.options().unmap()) {
            countIgnored();
            writeZeroesAsAsked(offset, bytes, flags.without(WriteFlags.MAY_UNMAP));
        } else {
            writeZeroesAsAsked(offset, bytes, flags);
        }
    }

    private void countIgnored() {
        if (user instanceof BlockNode parent) {
            parent.zeroCounters().countDiscardIgnored();
        }
    }

    /** As {@link #writeZeroes}, whatever the child's {@code discard} is. */
    void writeZeroesAsAsked(long offset, long bytes, WriteFlags flags) {
        requireWritable("write zeroes", offset);
        requireRoom("write zeroes", offset, bytes);
        node.path().writeZeroes(offset, bytes, flags);
    }

    /** Discards, if the child passes discards on; else does nothing. */
    public void discard(long offset, long bytes) {
        requireWritable("discard", offset);
        node.path().discard(offset, bytes);
    }

    /** Flushes the child and what is below it. */
    public void flush() {
        node.path().flush();
    }

    /** What the child node itself knows; not what its backing file adds. */
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return node.path().blockStatus(offset, bytes, wantZero);
    }

    /** Tells the child of a step that a request takes above it. */
    public void step(BlkdebugEvent step) {
        node.driver().step(step);
    }

    /** What is known of a range through the child's whole chain: data, zeros, or neither. */
    public BlockStatus blockStatusAbove(long offset, long bytes, boolean wantZero) {
        return node.path().blockStatusAbove(offset, bytes, wantZero);
    }

    /** Whether the parent may write to it. */
    boolean isWrittenTo() {
        return access.used().hasAny(Permissions.WRITE.with(Permissions.WRITE_UNCHANGED));
    }

    /** Whether the whole range is known to read as zeros, backing files included. */
    public boolean readsAsZeros(long offset, long bytes) {
        return node.path().readsAsZeros(offset, bytes);
    }

    /** Changes the child's size. */
    public void truncate(long newSize) {
        requireUsed(Permissions.RESIZE, "resize", newSize);
        node.path().truncate(newSize);
    }

    /** Whether the parent is a read-only node; false for a backend. */
    boolean parentIsReadOnly() {
        return user instanceof BlockNode parent && parent.isReadOnly();
    }

    NodeUser user() {
        return user;
    }

    void setAccess(Access now) {
        access = now;
    }

    /** Points it at another node, in other roles. The caller keeps the lists of users. */
    @MainLoopOnly
    void retarget(BlockNode to, Set<ChildRole> as) {
        MainLoop.assertCurrent();
        node = to;
        roles = as;
    }

    private void requireWritable(String operation, long offset) {
        requireUsed(Permissions.WRITE.with(Permissions.WRITE_UNCHANGED), operation, offset);
    }

    /** Past the end only who may resize can write. */
    private void requireRoom(String operation, long offset, long bytes) {
        if (offset > size() - bytes && !access.used().has(Permissions.RESIZE)) {
            throw BlockException.io(
                    Errno.EIO,
                    operation,
                    node.name(),
                    offset,
                    bytes + " bytes reach past its end at " + size());
        }
    }

    private void requireUsed(Permissions any, String operation, long offset) {
        if (!access.used().hasAny(any)) {
            throw BlockException.io(
                    Errno.EPERM,
                    operation,
                    node.name(),
                    offset,
                    user.describe() + " did not take the permission");
        }
    }
}
