package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * The header as it stands in the file, with nothing judged but what is needed to read it; {@link
 * HeaderChecks} judges. Offsets and sizes are bytes; unsigned 32-bit fields are widened.
 *
 * @param version 2 or 3
 * @param clusterBits log2 of the cluster size
 * @param size guest size as recorded
 * @param cryptMethod 0 none, 1 AES, 2 LUKS
 * @param l1Entries entries of the active L1 table
 * @param incompatible feature bits a reader must know
 * @param compatible feature bits a reader may ignore
 * @param autoclear feature bits a writer clears unless it knows them
 * @param refcountOrder log2 of the width of a reference count
 * @param compressionType 0 zlib, 1 zstd
 * @param backingFile name as recorded, or null
 */
record Qcow2Header(
        int version,
        int clusterBits,
        long size,
        int cryptMethod,
        long l1Entries,
        long l1Offset,
        long refcountTableOffset,
        long refcountTableClusters,
        long snapshotCount,
        long snapshotsOffset,
        long incompatible,
        long compatible,
        long autoclear,
        int refcountOrder,
        int compressionType,
        HeaderExtensions extensions,
        @Nullable String backingFile) {

    /** "QFI\xfb", the first four bytes. */
    static final int MAGIC = 0x5146_49fb;

    /** Header bytes of version 2. */
    static final int LENGTH_2 = 72;

    /** Fewest header bytes of version 3. */
    static final int LENGTH_3 = 104;

    /** Header bytes written into new version 3 images. */
    static final int LENGTH_NEW = 112;

    static final int SIZE_AT = 24;
    static final int L1_ENTRIES_AT = 36;
    static final int L1_OFFSET_AT = 40;
    static final int REFCOUNT_TABLE_AT = 48;
    static final int INCOMPATIBLE_AT = 72;
    static final int AUTOCLEAR_AT = 88;

    static final int ZLIB = 0;
    static final int ZSTD = 1;

    /** Reads the header of a file. Refuses what is not qcow2 or not a known version of it. */
    static Qcow2Header read(ImageFile file) {
        return new HeaderReader(file).read();
    }

    boolean has(long incompatibleBit) {
        return (incompatible & incompatibleBit) != 0;
    }

    /** The arithmetic of this image. The guest size is cut to whole sectors. */
    Geometry geometry() {
        return new Geometry(
                version, clusterBits, refcountOrder, has(Features.EXTENDED_L2), size & ~511L);
    }

    /** Whether the image has persistent bitmaps that its header says are in step. */
    boolean hasLiveBitmaps() {
        ByteBuffer bitmaps = extensions.find(HeaderExtensions.BITMAPS);
        return (autoclear & Features.BITMAPS) != 0
                && bitmaps != null
                && bitmaps.remaining() >= 4
                && bitmaps.getInt(0) != 0;
    }
}
