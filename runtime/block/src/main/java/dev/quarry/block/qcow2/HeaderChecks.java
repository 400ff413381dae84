package dev.quarry.block.qcow2;

import dev.quarry.block.BlockLimits;

/**
 * Judges a header before anything is written: which images are refused, and by which name. Each
 * method is one rule.
 */
final class HeaderChecks {
    static final long MAX_L1_BYTES = 32L << 20;
    static final long MAX_REFCOUNT_TABLE_BYTES = 8L << 20;
    static final long MAX_SNAPSHOTS = 65536;

    private final Qcow2Header header;
    private final long fileSize;

    private HeaderChecks(Qcow2Header header, long fileSize) {
        this.header = header;
        this.fileSize = fileSize;
    }

    /** Refuses an image that cannot be read correctly. */
    static void requireReadable(Qcow2Header header, long fileSize) {
        HeaderChecks checks = new HeaderChecks(header, fileSize);
        checks.knownFeatures();
        checks.noEncryption();
        checks.noDataFile();
        checks.compression();
        checks.refcountWidth();
        checks.extendedL2();
        checks.guestSize();
        checks.l1Table();
        checks.refcountTable();
        checks.snapshots();
    }

    /** Refuses an image that can be read but not safely written. */
    static void requireWritable(Qcow2Header header) {
        if (header.has(Features.CORRUPT)) {
            throw Refusal.readOnly("its header marks it as corrupt, repair it first");
        }
        if (header.hasLiveBitmaps()) {
            throw Refusal.readOnly("its persistent bitmaps could not be kept up to date");
        }
    }

    private void knownFeatures() {
        long unknown = header.incompatible() & ~Features.KNOWN_INCOMPATIBLE;
        if (unknown != 0) {
            throw Refusal.unsupported(
                    "incompatible features that are not known here: "
                            + header.extensions().namesOf(Features.INCOMPATIBLE_TYPE, unknown));
        }
    }

    private void noEncryption() {
        switch (header.cryptMethod()) {
            case 0 -> {}
            case 1 -> throw Refusal.unsupported("AES encryption, which is not supported");
            case 2 -> throw Refusal.unsupported("LUKS encryption, which is not supported");
            default -> throw Refusal.unsupported("encryption of a kind that is not known");
        }
    }

    private void noDataFile() {
        if (header.has(Features.DATA_FILE)) {
            throw Refusal.unsupported("an external data file, which is not supported");
        }
    }

    private void compression() {
        boolean named = header.has(Features.COMPRESSION);
        if (named == (header.compressionType() == Qcow2Header.ZLIB)) {
            throw Refusal.invalid("compression type and compression feature bit contradict");
        }
        if (header.compressionType() > Qcow2Header.ZSTD) {
            throw Refusal.unsupported("compression type " + header.compressionType());
        }
    }

    private void refcountWidth() {
        if (header.refcountOrder() < 0 || header.refcountOrder() > 6) {
            throw Refusal.invalid("reference counts of more than 64 bits");
        }
    }

    private void extendedL2() {
        if (header.has(Features.EXTENDED_L2) && header.clusterBits() < 14) {
            throw Refusal.invalid("extended L2 entries need clusters of 16 KiB at least");
        }
    }

    private void guestSize() {
        if (header.size() < 0 || header.size() > BlockLimits.MAX_LENGTH) {
            throw Refusal.tooLarge("The qcow2 image is too large: its size passes the limit");
        }
    }

    private void l1Table() {
        long entries = header.l1Entries();
        if (entries * 8 > MAX_L1_BYTES) {
            throw Refusal.tooLarge("The qcow2 image is too large: its L1 table passes 32 MiB");
        }
        if (header.geometry().l1EntriesNeeded() > entries) {
            throw Refusal.invalid("the L1 table is too small for the image size");
        }
        if (entries > 0) {
            requireTable("L1 table", header.l1Offset(), entries * 8);
        }
    }

    private void refcountTable() {
        long clusters = header.refcountTableClusters();
        long bytes = clusters << header.clusterBits();
        if (clusters == 0) {
            throw Refusal.invalid("it has no reference count table");
        }
        if (bytes > MAX_REFCOUNT_TABLE_BYTES) {
            throw Refusal.invalid("the reference count table passes 8 MiB");
        }
        requireTable("reference count table", header.refcountTableOffset(), bytes);
    }

    private void snapshots() {
        if (header.snapshotCount() > MAX_SNAPSHOTS) {
            throw Refusal.invalid("it has more than 65536 snapshots");
        }
        if (header.snapshotCount() > 0) {
            requireTable("snapshot table", header.snapshotsOffset(), 1);
        }
    }

    /** A table starts on a cluster, after the header, and ends inside the file. */
    private void requireTable(String what, long offset, long bytes) {
        long clusterSize = 1L << header.clusterBits();
        if (offset < clusterSize || offset % clusterSize != 0 || offset >= Geometry.MAX_HOST) {
            throw Refusal.invalid("the " + what + " has the impossible offset " + offset);
        }
        if (offset + bytes > header.geometry().clusterEnd(fileSize)) {
            throw Refusal.invalid("the " + what + " lies beyond the end of the file");
        }
    }
}
