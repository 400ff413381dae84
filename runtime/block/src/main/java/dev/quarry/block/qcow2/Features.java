package dev.quarry.block.qcow2;

import java.util.List;

/** The feature bits of a version 3 header that are known here, with the names a reader is told. */
final class Features {
    /** Incompatible: reference counts may be wrong; repair before writing. */
    static final long DIRTY = 1L;

    /** Incompatible: structures are known to be damaged; never write. */
    static final long CORRUPT = 1L << 1;

    /** Incompatible: guest data lives in another file. */
    static final long DATA_FILE = 1L << 2;

    /** Incompatible: the header names the compression of compressed clusters. */
    static final long COMPRESSION = 1L << 3;

    /** Incompatible: 16-byte L2 entries with a bitmap of 32 subclusters. */
    static final long EXTENDED_L2 = 1L << 4;

    /** Every incompatible bit that has a meaning here. */
    static final long KNOWN_INCOMPATIBLE = DIRTY | CORRUPT | DATA_FILE | COMPRESSION | EXTENDED_L2;

    /** Compatible: a writer may set {@link #DIRTY} and count lazily. */
    static final long LAZY_REFCOUNTS = 1L;

    /** Autoclear: the bitmaps extension tells the truth. */
    static final long BITMAPS = 1L;

    /** Feature types of a name table entry. */
    static final int INCOMPATIBLE_TYPE = 0;

    static final int COMPATIBLE_TYPE = 1;
    static final int AUTOCLEAR_TYPE = 2;

    /** One entry of the feature name table. */
    record Name(int type, int bit, String name) {}

    /** The table written into new images. */
    static final List<Name> NAMES =
            List.of(
                    new Name(INCOMPATIBLE_TYPE, 0, "dirty bit"),
                    new Name(INCOMPATIBLE_TYPE, 1, "corrupt bit"),
                    new Name(INCOMPATIBLE_TYPE, 2, "external data file"),
                    new Name(INCOMPATIBLE_TYPE, 3, "compression type"),
                    new Name(INCOMPATIBLE_TYPE, 4, "extended L2 entries"),
                    new Name(COMPATIBLE_TYPE, 0, "lazy refcounts"),
                    new Name(AUTOCLEAR_TYPE, 0, "bitmaps"),
                    new Name(AUTOCLEAR_TYPE, 1, "raw external data"));

    private Features() {}
}
