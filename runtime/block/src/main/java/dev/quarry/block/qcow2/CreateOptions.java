package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/**
 * What a new image is to be like. Immutable: each {@code with} method gives a changed copy, and a
 * {@link Builder} changes several components at once.
 *
 * @param size guest-visible bytes, a multiple of 512
 * @param clusterSize bytes, a power of two from 512 to 2 MiB
 * @param version 2 (also called 0.10) or 3 (1.1)
 * @param refcountBits width of a reference count: 1, 2, 4, 8, 16, 32 or 64; version 2 has 16
 * @param backingFile name written into the header, relative to the image's folder; or null
 * @param backingFormat driver name of the backing file; needs a backing file
 * @param extendedL2 whether clusters have 32 subclusters; needs version 3 and clusters of 16 KiB
 * @param zstd whether compressed clusters are packed by zstd; needs version 3
 * @param lazyRefcounts whether writers may count lazily; needs version 3
 * @param preallocation space taken at once; with a backing file it needs extended L2 entries
 */
public record CreateOptions(
        long size,
        int clusterSize,
        int version,
        int refcountBits,
        @Nullable String backingFile,
        @Nullable String backingFormat,
        boolean extendedL2,
        boolean zstd,
        boolean lazyRefcounts,
        Preallocation preallocation) {

    private static final int NAME_MAX = 1023;
    private static final int FORMAT_MAX = 15;

    /** The defaults: version 3, clusters of 64 KiB, counts of 16 bits, no backing file. */
    public static CreateOptions ofSize(long bytes) {
        return new Builder(bytes).build();
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
        require(version == 3 || !extendedL2, "'extended-l2' needs version 3");
        require(
                clusterSize >= 1 << 14 || !extendedL2,
                "'extended-l2' needs a 'cluster-size' of 16 KiB at least");
        require(version == 3 || !zstd, "'compression-type' zstd needs version 3");
        require(version == 3 || !lazyRefcounts, "'lazy-refcounts' needs version 3");
        require(
                backingFormat == null || backingFile != null,
                "'backing-fmt' needs a 'backing-file'");
        require(fits(backingFile, NAME_MAX), "'backing-file' is too long");
        require(fits(backingFormat, FORMAT_MAX), "'backing-fmt' is too long");
        require(
                preallocation == Preallocation.OFF || extendedL2 || backingFile == null,
                "'preallocation' with a 'backing-file' needs 'extended-l2'");
    }

    /** The same with another cluster size in bytes. */
    public CreateOptions withClusterSize(int bytes) {
        return toBuilder().clusterSize(bytes).build();
    }

    /** The same in another version of the format. */
    public CreateOptions withVersion(int number) {
        return toBuilder().version(number).build();
    }

    /** The same with reference counts of another width. */
    public CreateOptions withRefcountBits(int bits) {
        return toBuilder().refcountBits(bits).build();
    }

    /** The same as an overlay. */
    public CreateOptions withBacking(String file, @Nullable String format) {
        return toBuilder().backing(file, format).build();
    }

    /** The same with space taken at once. */
    public CreateOptions withPreallocation(Preallocation mode) {
        return toBuilder().preallocation(mode).build();
    }

    /** A builder that begins with these components. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    Geometry geometry() {
        return new Geometry(
                version,
                Integer.numberOfTrailingZeros(clusterSize),
                Integer.numberOfTrailingZeros(refcountBits),
                extendedL2,
                size);
    }

    /** The incompatible feature bits of the header. */
    long incompatible() {
        return (zstd ? Features.COMPRESSION : 0) | (extendedL2 ? Features.EXTENDED_L2 : 0);
    }

    private static boolean fits(@Nullable String text, int bytes) {
        return text == null || text.getBytes(StandardCharsets.UTF_8).length <= bytes;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw BlockException.of(Errno.EINVAL, "Cannot create a qcow2 image: " + rule);
        }
    }

    /** Sets components one by one; the rules are checked by {@link #build}. Not thread-safe. */
    public static final class Builder {
        private final long size;
        private int clusterSize = 1 << 16;
        private int version = 3;
        private int refcountBits = 16;
        private @Nullable String backingFile;
        private @Nullable String backingFormat;
        private boolean extendedL2;
        private boolean zstd;
        private boolean lazyRefcounts;
        private Preallocation preallocation = Preallocation.OFF;

        /** The defaults, for a guest size in bytes. */
        public Builder(long size) {
            this.size = size;
        }

        private Builder(CreateOptions from) {
            this(from.size);
            this.clusterSize = from.clusterSize;
            this.version = from.version;
            this.refcountBits = from.refcountBits;
            this.backingFile = from.backingFile;
            this.backingFormat = from.backingFormat;
            this.extendedL2 = from.extendedL2;
            this.zstd = from.zstd;
            this.lazyRefcounts = from.lazyRefcounts;
            this.preallocation = from.preallocation;
        }

        /** Bytes of a cluster. */
        public Builder clusterSize(int bytes) {
            this.clusterSize = bytes;
            return this;
        }

        /** Version of the format. */
        public Builder version(int number) {
            this.version = number;
            return this;
        }

        /** Width of a reference count. */
        public Builder refcountBits(int bits) {
            this.refcountBits = bits;
            return this;
        }

        /** Name and driver of the backing file. */
        public Builder backing(@Nullable String file, @Nullable String format) {
            this.backingFile = file;
            this.backingFormat = format;
            return this;
        }

        /** Whether clusters have subclusters. */
        public Builder extendedL2(boolean on) {
            this.extendedL2 = on;
            return this;
        }

        /** Whether compressed clusters are packed by zstd, not zlib. */
        public Builder zstd(boolean on) {
            this.zstd = on;
            return this;
        }

        /** Whether writers may count lazily. */
        public Builder lazyRefcounts(boolean on) {
            this.lazyRefcounts = on;
            return this;
        }

        /** Space taken at once. */
        public Builder preallocation(Preallocation mode) {
            this.preallocation = mode;
            return this;
        }

        /**
         * The options.
         *
         * @throws BlockException {@code EINVAL} naming an option that breaks a rule
         */
        public CreateOptions build() {
            return new CreateOptions(
                    size,
                    clusterSize,
                    version,
                    refcountBits,
                    backingFile,
                    backingFormat,
                    extendedL2,
                    zstd,
                    lazyRefcounts,
                    preallocation);
        }
    }
}
