package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import java.nio.ByteBuffer;

/**
 * An image in use: the guest's view of a qcow2 file. Offsets are guest bytes inside {@link
 * Geometry#size()}. Any thread may call, several at once.
 */
final class OpenImage implements AutoCloseable {
    private final Qcow2Header header;
    private final Geometry geometry;
    private final HeaderFlags flags;
    private final Corruption corruption;
    private final BackingSource backing;
    private final MappingLookup lookup;
    private final ClusterRanges ranges;
    private final DataReader reader;
    private final DataWriter writer;
    private final CompressedWriter compressedWriter;
    private final Zeroer zeroer;
    private final MetadataCommit commit;
    private final ImageResize resize;
    private final boolean writable;
    private final boolean passesDiscards;

    /**
     * How an image is opened.
     *
     * @param writable whether it may be changed at all
     * @param passDiscardRequest whether the file hears of what a guest gives up
     * @param passDiscardOther whether the file hears of clusters given up otherwise
     * @param settings sizes of the caches
     */
    record Options(
            boolean writable,
            boolean passDiscardRequest,
            boolean passDiscardOther,
            Qcow2Settings settings) {
        static final Options READ_ONLY = new Options(false, false, false, Qcow2Settings.DEFAULTS);
        static final Options READ_WRITE = new Options(true, true, false, Qcow2Settings.DEFAULTS);
    }

    /**
     * Opens an image. Nothing is written before it is certain that the image is accepted.
     *
     * @throws BlockException {@code EINVAL} not a valid image, {@code ENOTSUP} a feature that is
     *     not known here, {@code EACCES} cannot be opened for writing
     */
    static OpenImage open(
            ImageFile file, Options options, BackingSource backing, Corruption.Listener listener) {
        Qcow2Header header = Qcow2Header.read(file);
        HeaderChecks.requireReadable(header, file.size());
        return new OpenImage(header, file, options, backing, listener);
    }

    private OpenImage(
            Qcow2Header header,
            ImageFile file,
            Options options,
            BackingSource backing,
            Corruption.Listener listener) {
        this.header = header;
        this.geometry = header.geometry();
        this.backing = backing;
        this.writable = options.writable();
        this.passesDiscards = options.passDiscardRequest();
        this.flags = new HeaderFlags(file, header, writable);
        this.corruption = new Corruption(flags, listener);
        Tables tables = tablesFor(file, options.settings());
        L2Tables l2 = new L2Tables(tables);
        ClusterRelease release = new ClusterRelease(tables);
        this.lookup = new MappingLookup(tables, l2);
        this.ranges = new ClusterRanges(geometry.clusterSize());
        ClusterCodec codec = ClusterCodec.of(header.compressionType());
        Decompressor decompressor = new Decompressor(file, geometry.clusterSize(), codec);
        this.reader = new DataReader(lookup, file, decompressor, backing);
        ClusterFiller filler = new ClusterFiller(geometry, file, reader);
        WritePlanner planner = new WritePlanner(tables, l2, release);
        this.writer = new DataWriter(planner, ranges, file, filler);
        this.compressedWriter =
                new CompressedWriter(tables, l2, release, ranges, codec, decompressor, writer);
        this.commit =
                new MetadataCommit(
                        tables, options.passDiscardRequest(), options.passDiscardOther());
        this.zeroer =
                geometry.extendedL2()
                        ? new SubclusterZeroer(tables, l2, release, backing, commit)
                        : new ClusterZeroer(tables, l2, release, backing, commit);
        this.resize = new ImageResize(tables, l2, release, commit, header);
    }

    /** Reads the tables; makes a writable image ready for it, once it is sure to be accepted. */
    private Tables tablesFor(ImageFile file, Qcow2Settings settings) {
        if (!writable) {
            return new Tables(file, header, corruption, CacheSizes.of(settings, geometry));
        }
        HeaderChecks.requireWritable(header);
        Tables tables = writableTables(file, settings);
        if (header.has(Features.DIRTY)) {
            repair(file);
            tables = writableTables(file, settings);
            flags.clear(Features.DIRTY);
        }
        if (header.autoclear() != 0) {
            flags.clearAutoclear();
        }
        return tables;
    }

    private void repair(ImageFile file) {
        RefcountRepair counts = new RefcountRepair(file, header);
        String obstacle = counts.obstacle();
        if (obstacle != null) {
            throw Refusal.readOnly("it was not closed in order and " + obstacle);
        }
        counts.repair();
    }

    private Tables writableTables(ImageFile file, Qcow2Settings settings) {
        Tables tables = new Tables(file, header, corruption, CacheSizes.of(settings, geometry));
        MetadataInventory.take(tables, header);
        return tables;
    }

    Qcow2Header header() {
        return header;
    }

    Geometry geometry() {
        return geometry;
    }

    /** Whether reference counts in the file may be wrong. */
    boolean isDirty() {
        return flags.has(Features.DIRTY);
    }

    /** Whether the image is marked as damaged, or was found so. */
    boolean isCorrupt() {
        return flags.has(Features.CORRUPT) || corruption.isFound();
    }

    /** Fills the buffer. */
    void read(long guest, ByteBuffer into) {
        corruption.check();
        try (var _ = ranges.shared(guest, into.remaining())) {
            reader.read(guest, into);
        }
    }

    /** Writes what remains of the buffer; durable after a later {@link #flush}. */
    void write(long guest, ByteBuffer from) {
        requireWritable();
        writer.write(guest, from);
        commit.commitIfFull();
    }

    /** Writes whole clusters compressed, as far as they shrink; see {@link CompressedWriter}. */
    void writeCompressed(long guest, ByteBuffer from) {
        requireWritable();
        compressedWriter.write(guest, from);
        commit.commitIfFull();
    }

    /**
     * Makes a range read as zeros by tables alone.
     *
     * @param mayUnmap whether clusters may be given up; compressed ones always are
     * @return how many bytes of clusters were given up
     * @throws BlockException {@code ENOTSUP} where only writing zeros as data would do
     */
    long writeZeroes(long guest, long bytes, boolean mayUnmap) {
        requireWritable();
        if (!marksZeros()) {
            throw BlockException.notSupported(
                    "Version 2 of qcow2 has no zero clusters to hide a backing file");
        }
        try (var _ = ranges.exclusive(guest, bytes)) {
            long clusters = zeroer.zero(zeroesFrom(guest), zeroesTo(guest + bytes), mayUnmap);
            return clusters * geometry.clusterSize();
        }
    }

    /** Whether the file hears of clusters that a guest gives up. */
    boolean passesDiscards() {
        return passesDiscards;
    }

    /** Whether zeros can hide what a backing file has there; version 2 has no mark for them. */
    boolean marksZeros() {
        return geometry.version() >= 3 || !backing.exists();
    }

    /** Gives up the whole clusters of a range; what is left reads as zeros or stays as it is. */
    void discard(long guest, long bytes) {
        requireWritable();
        long from = geometry.clusterEnd(guest);
        long to = wholeClustersEnd(guest + bytes);
        if (from >= to) {
            return;
        }
        try (var _ = ranges.exclusive(from, to - from)) {
            zeroer.discard(from, to);
        }
    }

    /**
     * Changes the recorded size. The image must not be used afterwards but for {@link #giveUp}.
     *
     * @throws BlockException if it cannot; the image is as before then
     */
    void resize(long size) {
        requireWritable();
        if (size > geometry.size() && !marksZeros() && backingSize() > geometry.size()) {
            throw BlockException.notSupported(
                    "Version 2 of qcow2 has no zero clusters to hide a longer backing file");
        }
        resize.resize(size);
    }

    /** The image could not be opened anew after its file had changed: no further requests. */
    void giveUp(BlockException failure) {
        failure.addSuppressed(corruption.mark("it could not be read again after a change"));
    }

    /** Whether the range is known to read as zeros, whatever lies below. */
    boolean readsAsZeros(long guest, long bytes) {
        return reader.readsAsZeros(guest, bytes);
    }

    /** Length of the backing file in bytes; 0 without one. */
    long backingSize() {
        BackingFile below = backing.current();
        return below == null ? 0 : below.size();
    }

    /** What was completed before is durable after; an image not writable has nothing to do. */
    void flush() {
        if (writable) {
            corruption.check();
            commit.commit();
        }
    }

    /** What is known of the start of a range. */
    Mapping map(long guest, long bytes) {
        corruption.check();
        return lookup.map(guest, bytes);
    }

    /** Brings everything to the file. The image must not be used afterwards. */
    @Override
    public void close() {
        settle();
    }

    /** Brings everything to the file, lowered counts too. */
    void settle() {
        if (writable && !corruption.isFound()) {
            commit.commitAll();
        }
    }

    private void requireWritable() {
        corruption.check();
        if (!writable) {
            throw BlockException.of(Errno.EPERM, "The qcow2 image is open for reading only");
        }
    }

    /** The end of the last whole cluster; a cut cluster at the image's end counts as whole. */
    private long wholeClustersEnd(long end) {
        return end == geometry.size() ? geometry.clusterEnd(end) : geometry.clusterStart(end);
    }

    /** The start of the unit in which zeros begin, if what is before them is zero already. */
    private long zeroesFrom(long guest) {
        long start = geometry.unitStart(guest);
        requireWidening(start, start, guest);
        return start;
    }

    /** The end of the unit in which zeros end, if what is after them is zero already. */
    private long zeroesTo(long end) {
        long limit = Math.min(geometry.unitEnd(end), geometry.size());
        requireWidening(geometry.unitStart(end), end, limit);
        return geometry.unitEnd(end);
    }

    /** Refuses unless a part of a unit reads as zeros and the unit holds no data. */
    private void requireWidening(long unit, long from, long to) {
        if (from >= to) {
            return;
        }
        boolean holdsData =
                switch (lookup.map(unit, 1)) {
                    case Mapping.Data _, Mapping.Compressed _ -> true;
                    case Mapping.Zero _, Mapping.Unallocated _ -> false;
                };
        if (holdsData || !reader.readsAsZeros(from, to - from)) {
            throw BlockException.notSupported(
                    "A part of a cluster or subcluster cannot become zeros by itself");
        }
    }
}
