package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

import org.jspecify.annotations.Nullable;

/**
 * Answers where guest bytes are. Runs of clusters (or subclusters) of one kind become one answer,
 * as far as one L2 table goes. Takes the lock of {@link Tables} for each answer.
 */
final class MappingLookup {
    private final Tables tables;
    private final Geometry geometry;
    private final L2Tables l2;

    MappingLookup(Tables tables, L2Tables l2) {
        this.tables = tables;
        this.geometry = tables.geometry();
        this.l2 = l2;
    }

    /** The mapping of the start of a guest range that is not empty. */
    Mapping map(long guest, long bytes) {
        tables.lock();
        try {
            CachedTable table = l2.forRead(guest);
            long most = Math.min(bytes, l2.coverageEnd(guest) - guest);
            return table == null ? new Mapping.Unallocated(most) : mapRun(table, guest, most);
        } finally {
            tables.unlock();
        }
    }

    private Mapping mapRun(CachedTable table, long guest, long most) {
        Mapping run = mapUnit(table, guest, most);
        while (run.length() < most) {
            long next = guest + run.length();
            Mapping longer = join(run, mapUnit(table, next, most - run.length()));
            if (longer == null) {
                return run;
            }
            run = longer;
        }
        return run;
    }

    private static @Nullable Mapping join(Mapping run, Mapping next) {
        long length = run.length() + next.length();
        return switch (run) {
            case Mapping.Data data ->
                    next instanceof Mapping.Data more && more.host() == data.host() + data.length()
                            ? new Mapping.Data(data.host(), length)
                            : null;
            case Mapping.Zero zero ->
                    next instanceof Mapping.Zero more && continues(zero, more)
                            ? new Mapping.Zero(zero.host(), length)
                            : null;
            case Mapping.Unallocated _ ->
                    next instanceof Mapping.Unallocated ? new Mapping.Unallocated(length) : null;
            case Mapping.Compressed _ -> null;
        };
    }

    private static boolean continues(Mapping.Zero zero, Mapping.Zero more) {
        return more.host() == (zero.host() == 0 ? 0 : zero.host() + zero.length());
    }

    /** What one cluster or subcluster is, from the guest offset to its end. */
    private Mapping mapUnit(CachedTable table, long guest, long most) {
        long entry = l2.entry(table, guest);
        if ((entry & L2Entry.COMPRESSED) != 0) {
            return compressed(entry, guest, most);
        }
        long length = Math.min(most, geometry.unitEnd(guest + 1) - guest);
        long host = hostOf(entry, guest);
        return geometry.extendedL2()
                ? subcluster(l2.bitmap(table, guest), host, guest, length)
                : cluster(L2Entry.kind(entry), host, length, guest);
    }

    private Mapping cluster(L2Entry.Kind kind, long host, long length, long guest) {
        return switch (kind) {
            case UNALLOCATED -> new Mapping.Unallocated(length);
            case ZERO_PLAIN, ZERO_ALLOCATED -> zero(host, length, guest);
            case DATA -> new Mapping.Data(host, length);
            case COMPRESSED -> throw new IllegalStateException("compressed is answered before");
        };
    }

    private Mapping zero(long host, long length, long guest) {
        if (geometry.version() < 3) {
            throw damaged("a zero cluster in a version 2 image", guest);
        }
        return new Mapping.Zero(host, length);
    }

    private Mapping subcluster(long bitmap, long host, long guest, long length) {
        int number = geometry.subcluster(guest);
        boolean allocated = SubclusterBits.isAllocated(bitmap, number);
        boolean zero = SubclusterBits.isZero(bitmap, number);
        if (allocated && (zero || host == 0)) {
            throw damaged("an impossible subcluster", guest);
        }
        if (zero) {
            return new Mapping.Zero(host, length);
        }
        return allocated ? new Mapping.Data(host, length) : new Mapping.Unallocated(length);
    }

    private Mapping compressed(long entry, long guest, long most) {
        int bits = geometry.clusterBits();
        int skip = (int) (guest & geometry.clusterMask());
        long host = L2Entry.compressedHost(entry, bits);
        int bytes = L2Entry.compressedBytes(entry, bits);
        long length = Math.min(most, geometry.clusterSize() - skip);
        return new Mapping.Compressed(host, bytes, skip, length);
    }

    /** The host offset of the very byte, or 0. */
    private long hostOf(long entry, long guest) {
        long host = L2Entry.host(entry);
        if (!geometry.isClusterAligned(host)) {
            throw damaged("a cluster at the unaligned offset " + host, guest);
        }
        return host == 0 ? 0 : host + (guest & geometry.clusterMask());
    }

    private static BlockException damaged(String what, long guest) {
        return Refusal.corrupt(what + " maps guest offset " + guest);
    }
}
