package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.Objects;
import java.util.Set;

/**
 * The options common to all drivers as they are in effect on a node.
 *
 * <p>An inline child inherits some from its parent (see {@link #ofInlineChild}); a node that is
 * referred to by name stays as it is.
 *
 * @param unmap discards are passed on; false ignores them
 * @param cacheDirect bypass the host's page cache
 * @param cacheNoFlush never ask the host to sync
 * @param autoReadOnly may be opened for reading until somebody writes
 * @param forceShare read beside anybody, without locks
 * @param detectGranularity bytes in which a larger write is examined for zeros: a power of two from
 *     512 on, or 0 for the write as a whole
 */
public record NodeOptions(
        boolean unmap,
        boolean cacheDirect,
        boolean cacheNoFlush,
        boolean readOnly,
        boolean autoReadOnly,
        boolean forceShare,
        DetectZeroes detectZeroes,
        int detectGranularity) {

    /** What a node has when nothing is given. */
    public static final NodeOptions DEFAULTS =
            new NodeOptions(false, false, false, false, false, false, DetectZeroes.OFF, 0);

    /** Checks the rules between options, for every driver: this is the only place. */
    public NodeOptions {
        requireGranularity(detectGranularity);
        if (detectZeroes == DetectZeroes.UNMAP && !unmap) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'detect-zeroes=unmap' needs 'discard=unmap' on the same node: set 'discard' to"
                            + " 'unmap', or 'detect-zeroes' to 'on'");
        }
        if (forceShare && !readOnly) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'force-share=on' is only for reading: set 'read-only' to true as well");
        }
    }

    private static void requireGranularity(int bytes) {
        boolean valid = bytes == 0 || (bytes >= BlockLimits.SECTOR && Integer.bitCount(bytes) == 1);
        if (!valid) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'detect-zeroes-granularity' is "
                            + bytes
                            + ": give 0, or a power of two from "
                            + BlockLimits.SECTOR
                            + " on");
        }
    }

    /** The same for a node that turns out to be read-only. */
    NodeOptions asReadOnly() {
        return new NodeOptions(
                unmap,
                cacheDirect,
                cacheNoFlush,
                true,
                autoReadOnly,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The options of a node that nobody's definition contains. */
    static NodeOptions ofRoot(GivenOptions given) {
        return given(given, DEFAULTS);
    }

    /**
     * The options of a child defined inside its parent's definition: caching and sharing come from
     * the parent, read-only too (a backing file is read-only), discards are passed on (the parent
     * enforces its own policy), zero detection is never inherited.
     */
    static NodeOptions ofInlineChild(GivenOptions given, NodeOptions parent, Set<ChildRole> roles) {
        boolean backing = roles.contains(ChildRole.COW);
        NodeOptions inherited =
                new NodeOptions(
                        true,
                        parent.cacheDirect,
                        parent.cacheNoFlush,
                        backing || parent.readOnly,
                        !backing && parent.autoReadOnly,
                        false,
                        DetectZeroes.OFF,
                        0);
        return given(given, inherited, parent.forceShare);
    }

    /**
     * The options after a reopening: what is not given goes back to its default, but {@code
     * discard} stays as it was, and {@code force-share} cannot change.
     */
    static NodeOptions ofReopened(GivenOptions given, NodeOptions before) {
        NodeOptions kept =
                new NodeOptions(
                        before.unmap, false, false, false, false, false, DetectZeroes.OFF, 0);
        return given(given, kept, before.forceShare);
    }

    private static NodeOptions given(GivenOptions given, NodeOptions otherwise) {
        return given(given, otherwise, otherwise.forceShare);
    }

    private static NodeOptions given(GivenOptions given, NodeOptions otherwise, boolean share) {
        return new NodeOptions(
                either(given.unmap(), otherwise.unmap),
                either(given.cacheDirect(), otherwise.cacheDirect),
                either(given.cacheNoFlush(), otherwise.cacheNoFlush),
                either(given.readOnly(), otherwise.readOnly),
                either(given.autoReadOnly(), otherwise.autoReadOnly),
                either(given.forceShare(), share),
                Objects.requireNonNullElse(given.detectZeroes(), otherwise.detectZeroes),
                Objects.requireNonNullElse(given.detectGranularity(), otherwise.detectGranularity));
    }

    private static boolean either(@Nullable Boolean given, boolean otherwise) {
        return given == null ? otherwise : given;
    }
}
