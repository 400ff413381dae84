package dev.quarry.block.qcow2;

/**
 * What queries tell of a qcow2 image beside what they tell of every image.
 *
 * @param compat {@code "0.10"} for version 2, {@code "1.1"} for version 3
 * @param zstd whether compressed clusters are in zstd; else in zlib
 * @param refcountBits width of a reference count
 * @param lazyRefcounts whether the header allows counts to be put off; version 3
 * @param corrupt whether the image is marked or was found damaged; version 3
 * @param extendedL2 whether L2 entries carry subcluster bitmaps; version 3
 */
public record Qcow2Facts(
        String compat,
        boolean zstd,
        int refcountBits,
        boolean lazyRefcounts,
        boolean corrupt,
        boolean extendedL2) {

    static Qcow2Facts of(OpenImage image) {
        Qcow2Header header = image.header();
        return new Qcow2Facts(
                header.version() < 3 ? "0.10" : "1.1",
                header.compressionType() == Qcow2Header.ZSTD,
                image.geometry().refcountBits(),
                (header.compatible() & Features.LAZY_REFCOUNTS) != 0,
                image.isCorrupt(),
                image.geometry().extendedL2());
    }
}
