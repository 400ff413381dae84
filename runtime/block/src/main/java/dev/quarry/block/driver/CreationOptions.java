package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.block.qcow2.Preallocation;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevCreateOptions;
import dev.quarry.qapi.generated.BlockdevDriver;
import dev.quarry.qapi.generated.BlockdevQcow2Version;
import dev.quarry.qapi.generated.PreallocMode;
import dev.quarry.qapi.generated.Qcow2CompressionType;

import org.jspecify.annotations.Nullable;

/** Reads the options of images to be made. What is not built is refused by its name. */
final class CreationOptions {
    private CreationOptions() {}

    /** An image of the kind that {@link dev.quarry.block.qcow2.Qcow2Driver} opens afterwards. */
    static CreateOptions qcow2(BlockdevCreateOptions.Qcow2 qcow2) {
        refuse("data-file", qcow2.dataFile() != null);
        refuse("encrypt", qcow2.encrypt() != null);
        if (Boolean.TRUE.equals(qcow2.dataFileRaw())) {
            throw BlockException.of(Errno.EINVAL, "'data-file-raw' needs a 'data-file'");
        }
        CreateOptions.Builder builder =
                new CreateOptions.Builder(qcow2.size())
                        .version(qcow2.version() == BlockdevQcow2Version.V2 ? 2 : 3)
                        .extendedL2(Boolean.TRUE.equals(qcow2.extendedL2()))
                        .lazyRefcounts(Boolean.TRUE.equals(qcow2.lazyRefcounts()))
                        .zstd(qcow2.compressionType() == Qcow2CompressionType.ZSTD)
                        .preallocation(preallocation(qcow2.preallocation()));
        if (!hasNone(qcow2)) {
            builder.backing(qcow2.backingFile(), format(qcow2.backingFmt()));
        }
        if (qcow2.clusterSize() != null) {
            builder.clusterSize(narrowed(qcow2.clusterSize()));
        }
        if (qcow2.refcountBits() != null) {
            builder.refcountBits(narrowed(qcow2.refcountBits()));
        }
        return builder.build();
    }

    /** An empty name says that there is no backing file, whatever format it would have. */
    private static boolean hasNone(BlockdevCreateOptions.Qcow2 qcow2) {
        return "".equals(qcow2.backingFile());
    }

    private static @Nullable String format(@Nullable BlockdevDriver driver) {
        return driver == null ? null : driver.wireName();
    }

    /** What an int cannot hold is out of every range. */
    private static int narrowed(long value) {
        return Math.clamp(value, -1, Integer.MAX_VALUE);
    }

    private static Preallocation preallocation(@Nullable PreallocMode mode) {
        return switch (mode) {
            case null -> Preallocation.OFF;
            case OFF -> Preallocation.OFF;
            case METADATA -> Preallocation.METADATA;
            case FALLOC -> Preallocation.FALLOC;
            case FULL -> Preallocation.FULL;
        };
    }

    private static void refuse(String option, boolean given) {
        if (given) {
            throw BlockException.notSupported("Option '" + option + "' is not supported yet");
        }
    }
}
