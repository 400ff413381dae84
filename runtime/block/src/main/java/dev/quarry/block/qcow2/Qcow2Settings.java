package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

/**
 * The options of the driver as a user gave them; null is "not given".
 *
 * @param lazyRefcounts whether counts may be put off; only checked, for counts here are always
 *     exact, and what orders their writes costs no more
 * @param passDiscardRequest whether the file hears of what a guest gives up; by default if the node
 *     passes on discards
 * @param passDiscardOther whether the file hears of clusters given up otherwise; default false
 * @param cacheSize bytes of both caches together
 * @param l2CacheSize bytes of the cache of L2 tables
 * @param refcountCacheSize bytes of the cache of refcount blocks
 * @param backingDepth how many overlays stand above this image by their headers alone
 */
public record Qcow2Settings(
        @Nullable Boolean lazyRefcounts,
        @Nullable Boolean passDiscardRequest,
        @Nullable Boolean passDiscardOther,
        @Nullable Long cacheSize,
        @Nullable Long l2CacheSize,
        @Nullable Long refcountCacheSize,
        int backingDepth) {

    /** A longer chain is taken for one that bites its tail. */
    private static final int MAX_DEPTH = 200;

    /** Nothing given. */
    public static final Qcow2Settings DEFAULTS =
            new Qcow2Settings(null, null, null, null, null, null, 0);

    /**
     * Checks the rules between the options.
     *
     * @throws BlockException {@code EINVAL} naming the options
     */
    public Qcow2Settings {
        requireNotNegative(cacheSize, "cache-size");
        requireNotNegative(l2CacheSize, "l2-cache-size");
        requireNotNegative(refcountCacheSize, "refcount-cache-size");
        if (cacheSize != null) {
            if (l2CacheSize != null && refcountCacheSize != null) {
                throw invalid(
                        "At most two of 'cache-size', 'l2-cache-size' and 'refcount-cache-size'"
                                + " may be given");
            }
            requirePart(l2CacheSize, "l2-cache-size", cacheSize);
            requirePart(refcountCacheSize, "refcount-cache-size", cacheSize);
        }
    }

    /** The settings of an image that an overlay's header names as its backing file. */
    public static Qcow2Settings ofBacking(int depth) {
        if (depth > MAX_DEPTH) {
            throw invalid("The chain of backing files is longer than " + MAX_DEPTH);
        }
        return new Qcow2Settings(null, null, null, null, null, null, depth);
    }

    private static void requireNotNegative(@Nullable Long bytes, String option) {
        if (bytes != null && bytes < 0) {
            throw invalid("'" + option + "' is " + bytes + ": give 0 or more");
        }
    }

    private static void requirePart(@Nullable Long part, String option, long whole) {
        if (part != null && part > whole) {
            throw invalid("'" + option + "' may not exceed 'cache-size'");
        }
    }

    private static BlockException invalid(String what) {
        return BlockException.of(Errno.EINVAL, what);
    }
}
