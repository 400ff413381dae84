package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The internal snapshots of an image, as listed in its snapshot table.
 *
 * @param snapshots in the order of the file
 * @param length bytes of the table
 */
record SnapshotTable(List<Snapshot> snapshots, long length) {
    private static final int FIXED = 40;
    private static final long MAX_EXTRA = 1024;
    private static final long MAX_LENGTH = 64L << 20;

    /**
     * One internal snapshot.
     *
     * @param vmStateBytes size of the saved machine state, 0 for a disk snapshot
     * @param seconds since 1970, when it was taken
     * @param vmClock nanoseconds of machine time
     */
    record Snapshot(
            String id,
            String name,
            long l1Offset,
            long l1Entries,
            long vmStateBytes,
            long seconds,
            long nanoseconds,
            long vmClock) {}

    SnapshotTable {
        snapshots = List.copyOf(snapshots);
    }

    /** Reads the table of an image. Refuses what passes the limits or leaves the file. */
    static SnapshotTable read(ImageFile file, Qcow2Header header) {
        List<Snapshot> found = new ArrayList<>();
        long at = header.snapshotsOffset();
        for (long i = 0; i < header.snapshotCount(); i++) {
            at = readOne(file, at, found);
            if (at - header.snapshotsOffset() > MAX_LENGTH || at > file.size() + 8) {
                throw Refusal.invalid("the snapshot table is too long");
            }
        }
        return new SnapshotTable(found, at - header.snapshotsOffset());
    }

    /** Reads one entry; gives where the next begins. */
    private static long readOne(ImageFile file, long at, List<Snapshot> found) {
        ByteBuffer fixed = read(file, at, FIXED);
        int idLength = fixed.getShort(12) & 0xffff;
        int nameLength = fixed.getShort(14) & 0xffff;
        long extraLength = Integer.toUnsignedLong(fixed.getInt(36));
        if (extraLength > MAX_EXTRA) {
            throw Refusal.invalid("a snapshot has too much extra data");
        }
        ByteBuffer extra = read(file, at + FIXED, (int) extraLength);
        ByteBuffer texts = read(file, at + FIXED + extraLength, idLength + nameLength);
        found.add(
                new Snapshot(
                        text(texts, 0, idLength),
                        text(texts, idLength, nameLength),
                        fixed.getLong(0),
                        Integer.toUnsignedLong(fixed.getInt(8)),
                        vmStateBytes(fixed, extra),
                        Integer.toUnsignedLong(fixed.getInt(16)),
                        Integer.toUnsignedLong(fixed.getInt(20)),
                        fixed.getLong(24)));
        return at + (FIXED + extraLength + idLength + nameLength + 7 & ~7L);
    }

    private static long vmStateBytes(ByteBuffer fixed, ByteBuffer extra) {
        return extra.limit() >= Long.BYTES
                ? extra.getLong(0)
                : Integer.toUnsignedLong(fixed.getInt(32));
    }

    private static ByteBuffer read(ImageFile file, long at, int bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        file.read(at, buffer);
        return buffer.flip();
    }

    private static String text(ByteBuffer from, int at, int length) {
        byte[] bytes = new byte[length];
        from.get(at, bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
