package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.DriverSettings;
import dev.quarry.block.GivenMap;
import dev.quarry.block.qcow2.Qcow2Settings;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevAioOptions;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevOptionsFile;
import dev.quarry.qapi.generated.BlockdevOptionsNull;
import dev.quarry.qapi.generated.OnOffAuto;
import dev.quarry.qapi.generated.Qcow2OverlapCheckMode;
import dev.quarry.qapi.generated.Qcow2OverlapChecks;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.util.Set;

/**
 * Reads the options that one driver alone has. What is not built is refused by its name; what has
 * nothing to act on here is accepted, each with its reason.
 */
final class DriverOptions {
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

    private DriverOptions() {}

    /**
     * {@code aio}: every request runs on its caller's thread whatever is chosen, so the value is a
     * wish; {@code native} keeps its condition. {@code aio-max-batch} bounds batches, and none are
     * made. {@code drop-cache} concerns migration, which does not exist.
     */
    static FileSettings file(BlockdevOptionsFile file) {
        refuse("pr-manager", file.prManager() != null);
        refuse("x-check-cache-dropped", Boolean.TRUE.equals(file.xCheckCacheDropped()));
        if (file.aioMaxBatch() != null && file.aioMaxBatch() < 0) {
            throw BlockException.of(Errno.EINVAL, "'aio-max-batch' is negative: give 0 or more");
        }
        boolean needsDirect = file.aio() == BlockdevAioOptions.NATIVE;
        return new FileSettings(file.filename(), locking(file.locking()), needsDirect);
    }

    /** The filename as given, and the rest where given; only the check of the cache can change. */
    static DriverSettings settings(BlockdevOptionsFile file) {
        return new DriverSettings(
                new GivenMap()
                        .put("filename", file.filename())
                        .put("pr-manager", file.prManager())
                        .put("locking", wireName(file.locking()))
                        .put("aio", wireName(file.aio()))
                        .put("aio-max-batch", file.aioMaxBatch())
                        .put("drop-cache", file.dropCache())
                        .map(),
                Set.of("x-check-cache-dropped"),
                false);
    }

    static DriverSettings settings(BlockdevOptionsNull none) {
        return DriverSettings.fixed(
                new GivenMap()
                        .put("size", none.size())
                        .put("latency-ns", none.latencyNs())
                        .put("read-zeroes", none.readZeroes())
                        .map());
    }

    /** A raw node's window may move. */
    static DriverSettings settings(BlockdevOptions.Raw raw) {
        return DriverSettings.renewed(
                new GivenMap().put("offset", raw.offset()).put("size", raw.size()).map(),
                Set.of("offset", "size"));
    }

    /** What is decided anew whenever an image is opened can change. */
    static DriverSettings settings(BlockdevOptions.Qcow2 qcow2) {
        return DriverSettings.renewed(
                new GivenMap()
                        .put("encrypt", qcow2.encrypt())
                        .put("data-file", qcow2.dataFile())
                        .map(),
                Set.of());
    }

    private static @Nullable String wireName(@Nullable OnOffAuto value) {
        return value == null ? null : value.wireName();
    }

    private static @Nullable String wireName(@Nullable BlockdevAioOptions value) {
        return value == null ? null : value.wireName();
    }

    private static FileSettings.Locking locking(@Nullable OnOffAuto locking) {
        return switch (locking) {
            case null -> FileSettings.Locking.AUTO;
            case AUTO -> FileSettings.Locking.AUTO;
            case ON -> FileSettings.Locking.ON;
            case OFF -> FileSettings.Locking.OFF;
        };
    }

    static NullDriver.Settings none(BlockdevOptionsNull none) {
        return new NullDriver.Settings(none.size(), nanos(none.latencyNs()), none.readZeroes());
    }

    private static long nanos(@Nullable BigInteger latency) {
        if (latency == null) {
            return 0;
        }
        if (latency.compareTo(MAX_LONG) > 0) {
            throw BlockException.of(
                    Errno.EINVAL, "'latency-ns' is " + latency + ": give at most " + MAX_LONG);
        }
        return latency.longValueExact();
    }

    /** {@code pass-discard-snapshot} acts when a snapshot is deleted, which cannot be done yet. */
    static Qcow2Settings qcow2(BlockdevOptions.Qcow2 qcow2) {
        refuse("data-file", qcow2.dataFile() != null);
        refuse("encrypt", qcow2.encrypt() != null);
        refuse("l2-cache-entry-size", qcow2.l2CacheEntrySize() != null);
        refuse("overlap-check", !isDefault(qcow2.overlapCheck()));
        Long clean = qcow2.cacheCleanInterval();
        refuse("cache-clean-interval", clean != null && clean != 0);
        return new Qcow2Settings(
                qcow2.lazyRefcounts(),
                qcow2.passDiscardRequest(),
                qcow2.passDiscardOther(),
                qcow2.cacheSize(),
                qcow2.l2CacheSize(),
                qcow2.refcountCacheSize(),
                0);
    }

    private static boolean isDefault(@Nullable Qcow2OverlapChecks checks) {
        return checks == null
                || (checks instanceof Qcow2OverlapChecks.Mode mode
                        && mode.value() == Qcow2OverlapCheckMode.CACHED);
    }

    static @Nullable Integer granularity(@Nullable Long bytes) {
        if (bytes == null) {
            return null;
        }
        if (bytes < 0 || bytes > Integer.MAX_VALUE) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "'detect-zeroes-granularity' is %d: give 0 to %d bytes"
                            .formatted(bytes, 1 << 30));
        }
        return bytes.intValue();
    }

    static @Nullable DetectZeroes detectZeroes(@Nullable BlockdevDetectZeroesOptions mode) {
        return switch (mode) {
            case null -> null;
            case OFF -> DetectZeroes.OFF;
            case ON -> DetectZeroes.ON;
            case UNMAP -> DetectZeroes.UNMAP;
        };
    }

    static void refuse(String option, boolean given) {
        if (given) {
            throw BlockException.notSupported(
                    "Option '" + option + "' is not supported with this value: leave it out");
        }
    }
}
