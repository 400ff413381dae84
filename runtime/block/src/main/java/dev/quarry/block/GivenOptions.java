package dev.quarry.block;

import org.jspecify.annotations.Nullable;

/**
 * The options common to all drivers as the user gave them; null is "not given".
 *
 * @param nodeName the node's name; null asks for an automatic one
 * @param unmap {@code discard}: true for {@code unmap}, false for {@code ignore}
 * @param cacheDirect bypass the host's page cache
 * @param cacheNoFlush never ask the host to sync
 * @param detectGranularity bytes, see {@link NodeOptions}
 */
public record GivenOptions(
        @Nullable String nodeName,
        @Nullable Boolean unmap,
        @Nullable Boolean cacheDirect,
        @Nullable Boolean cacheNoFlush,
        @Nullable Boolean readOnly,
        @Nullable Boolean autoReadOnly,
        @Nullable Boolean forceShare,
        @Nullable DetectZeroes detectZeroes,
        @Nullable Integer detectGranularity) {

    /** Nothing given. */
    public static final GivenOptions NONE =
            new GivenOptions(null, null, null, null, null, null, null, null, null);

    /** Nothing but a name. */
    public static GivenOptions named(String nodeName) {
        return NONE.withName(nodeName);
    }

    /** The same under another name. */
    public GivenOptions withName(@Nullable String name) {
        return new GivenOptions(
                name,
                unmap,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                autoReadOnly,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code discard} given. */
    public GivenOptions withUnmap(boolean value) {
        return new GivenOptions(
                nodeName,
                value,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                autoReadOnly,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code read-only} given. */
    public GivenOptions withReadOnly(boolean value) {
        return new GivenOptions(
                nodeName,
                unmap,
                cacheDirect,
                cacheNoFlush,
                value,
                autoReadOnly,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code auto-read-only} given. */
    public GivenOptions withAutoReadOnly(boolean value) {
        return new GivenOptions(
                nodeName,
                unmap,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                value,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code force-share} given. */
    public GivenOptions withForceShare(boolean value) {
        return new GivenOptions(
                nodeName,
                unmap,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                autoReadOnly,
                value,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code cache} given. */
    public GivenOptions withCache(@Nullable Boolean direct, @Nullable Boolean noFlush) {
        return new GivenOptions(
                nodeName,
                unmap,
                direct,
                noFlush,
                readOnly,
                autoReadOnly,
                forceShare,
                detectZeroes,
                detectGranularity);
    }

    /** The same with {@code detect-zeroes} given. */
    public GivenOptions withDetectZeroes(DetectZeroes value) {
        return new GivenOptions(
                nodeName,
                unmap,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                autoReadOnly,
                forceShare,
                value,
                detectGranularity);
    }

    /** The same with {@code detect-zeroes-granularity} given. */
    public GivenOptions withDetectGranularity(int bytes) {
        return new GivenOptions(
                nodeName,
                unmap,
                cacheDirect,
                cacheNoFlush,
                readOnly,
                autoReadOnly,
                forceShare,
                detectZeroes,
                bytes);
    }
}
