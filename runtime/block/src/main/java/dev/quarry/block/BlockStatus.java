package dev.quarry.block;

import org.jspecify.annotations.Nullable;

/**
 * What is known of one extent of a node.
 *
 * <p>A driver answers with the static factories for the start of the asked range; the length may
 * exceed what was asked (it is clamped) and must be more than 0. {@link #ALLOCATED} and {@link
 * #EOF} are added by the request path.
 *
 * @param bytes length of the extent from the asked offset on
 * @param flags a set of the constants below
 * @param hostOffset where the extent starts in {@code file}; valid with {@link #OFFSET_VALID}
 * @param file the node that holds the bytes; valid with {@link #OFFSET_VALID}
 * @param depth how many nodes of the backing chain were asked to learn this; the top one is 1, set
 *     by {@link BlockBackend#blockStatus}
 */
public record BlockStatus(
        long bytes, int flags, long hostOffset, @Nullable BlockNode file, int depth) {

    /** The extent is data at some place. */
    public static final int DATA = 1;

    /** The extent reads as zeros. */
    public static final int ZERO = 2;

    /** {@link #hostOffset} and {@link #file} say where the bytes are. */
    public static final int OFFSET_VALID = 4;

    /** The answer is the one {@code file} gives for {@code hostOffset}. */
    public static final int RAW = 8;

    /** This layer determines the content (data or zeros), not the backing file. */
    public static final int ALLOCATED = 16;

    /** The extent reaches the end of the node. */
    public static final int EOF = 32;

    /** The extent is data here, yet {@code file} may know that it is zeros. */
    public static final int RECURSE = 64;

    /** Data at a host offset. */
    public static BlockStatus data(long bytes, long hostOffset, BlockNode file) {
        return new BlockStatus(bytes, DATA | OFFSET_VALID, hostOffset, file, 0);
    }

    /** Data that has no place of its own (compressed, or not told). */
    public static BlockStatus data(long bytes) {
        return new BlockStatus(bytes, DATA, 0, null, 0);
    }

    /** Zeros that take no space, or whose space is not told. */
    public static BlockStatus zero(long bytes) {
        return new BlockStatus(bytes, ZERO, 0, null, 0);
    }

    /** Zeros with space kept at a host offset. */
    public static BlockStatus zero(long bytes, long hostOffset, BlockNode file) {
        return new BlockStatus(bytes, ZERO | OFFSET_VALID, hostOffset, file, 0);
    }

    /** Nothing here: the backing file decides, or zeros without one. */
    public static BlockStatus unallocated(long bytes) {
        return new BlockStatus(bytes, 0, 0, null, 0);
    }

    /** Ask the child node: it holds the same bytes at this offset. */
    public static BlockStatus raw(long bytes, long hostOffset, BlockNode file) {
        return new BlockStatus(bytes, RAW | OFFSET_VALID, hostOffset, file, 0);
    }

    /** The same with more flags. */
    public BlockStatus with(int more) {
        return new BlockStatus(bytes, flags | more, hostOffset, file, depth);
    }

    /** The same without some flags. */
    public BlockStatus without(int fewer) {
        return new BlockStatus(bytes, flags & ~fewer, hostOffset, file, depth);
    }

    /** The same extent, shorter or longer. */
    public BlockStatus withBytes(long length) {
        return new BlockStatus(length, flags, hostOffset, file, depth);
    }

    BlockStatus withDepth(int layers) {
        return new BlockStatus(bytes, flags, hostOffset, file, layers);
    }

    /** What is left when the first bytes are cut off. */
    BlockStatus skip(long head) {
        return new BlockStatus(bytes - head, flags, hostOffset + head, file, depth);
    }

    /** Whether every one of the flags is set. */
    public boolean has(int wanted) {
        return (flags & wanted) == wanted;
    }

    /** Whether the extent is data. */
    public boolean isData() {
        return has(DATA);
    }

    /** Whether the extent reads as zeros. */
    public boolean isZero() {
        return has(ZERO);
    }

    /** Whether this layer determines the content. */
    public boolean isAllocated() {
        return has(ALLOCATED);
    }
}
