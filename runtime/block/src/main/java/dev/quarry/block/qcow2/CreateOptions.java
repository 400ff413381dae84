package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/**
 * What a new image is to be like. Immutable: each {@code with} method gives a changed copy.
 *
 * @param size guest-visible bytes, a multiple of 512
 * @param clusterSize bytes, a power of two from 512 to 2 MiB
 * @param version 2 (also called 0.10) or 3 (1.1)
 * @param refcountBits width of a reference count: 1, 2, 4, 8, 16, 32 or 64; version 2 has 16
 * @param backingFile name written into the header, relative to the image's folder; or null
 * @param backingFormat driver name of the backing file; needs a backing file
 */
public record CreateOptions(
        long size,
        int clusterSize,
        int version,
        int refcountBits,
        @Nullable String backingFile,
        @Nullable String backingFormat) {

    private static final int NAME_MAX = 1023;
    private static final int FORMAT_MAX = 15;

    /** The defaults: version 3, clusters of 64 KiB, counts of 16 bits, no backing file. */
    public static CreateOptions ofSize(long bytes) {
        return new CreateOptions(bytes, 1 << 16, 3, 16, null, null);
    }

    /**
     * Checks the ranges and rules stated for the components.
     *
     * @throws BlockException {@code EINVAL} naming the option
     */
    public CreateOptions {
        require(size >= 0 && size % 512 == 0, "'size' must be a multiple of 512");
        require(
                Integer.bitCount(clusterSize) == 1 && clusterSize >= 512 && clusterSize <= 2 << 20,
                "'cluster-size' must be a power of two from 512 to 2 MiB");
        require(version == 2 || version == 3, "'version' must be 2 or 3");
        require(
                Integer.bitCount(refcountBits) == 1 && refcountBits >= 1 && refcountBits <= 64,
                "'refcount-bits' must be a power of two from 1 to 64");
        require(version == 3 || refcountBits == 16, "'refcount-bits' other than 16 need version 3");
        require(
                backingFormat == null || backingFile != null,
                "'backing-fmt' needs a 'backing-file'");
        require(fits(backingFile, NAME_MAX), "'backing-file' is too long");
        require(fits(backingFormat, FORMAT_MAX), "'backing-fmt' is too long");
    }

    /** The same with another cluster size in bytes. */
    public CreateOptions withClusterSize(int bytes) {
        return new CreateOptions(size, bytes, version, refcountBits, backingFile, backingFormat);
    }

    /** The same in another version of the format. */
    public CreateOptions withVersion(int number) {
        return new CreateOptions(
                size, clusterSize, number, refcountBits, backingFile, backingFormat);
    }

    /** The same with reference counts of another width. */
    public CreateOptions withRefcountBits(int bits) {
        return new CreateOptions(size, clusterSize, version, bits, backingFile, backingFormat);
    }

    /** The same as an overlay. */
    public CreateOptions withBacking(String file, @Nullable String format) {
        return new CreateOptions(size, clusterSize, version, refcountBits, file, format);
    }

    Geometry geometry() {
        return new Geometry(
                version,
                Integer.numberOfTrailingZeros(clusterSize),
                Integer.numberOfTrailingZeros(refcountBits),
                false,
                size);
    }

    private static boolean fits(@Nullable String text, int bytes) {
        return text == null || text.getBytes(StandardCharsets.UTF_8).length <= bytes;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw BlockException.of(Errno.EINVAL, "Cannot create a qcow2 image: " + rule);
        }
    }
}
