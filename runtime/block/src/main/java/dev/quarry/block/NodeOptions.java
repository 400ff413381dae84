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
 */
public record NodeOptions(
        boolean unmap,
        boolean cacheDirect,
        boolean cacheNoFlush,
        boolean readOnly,
        boolean autoReadOnly,
        boolean forceShare,
        DetectZeroes detectZeroes) {

    /** What a node has when nothing is given. */
    public static final NodeOptions DEFAULTS =
            new NodeOptions(false, false, false, false, false, false, DetectZeroes.OFF);

    /** Checks the rules between options, for every driver: this is the only place. */
    public NodeOptions {
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
                        DetectZeroes.OFF);
        return given(given, inherited, parent.forceShare);
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
                Objects.requireNonNullElse(given.detectZeroes(), otherwise.detectZeroes));
    }

    private static boolean either(@Nullable Boolean given, boolean otherwise) {
        return given == null ? otherwise : given;
    }
}
