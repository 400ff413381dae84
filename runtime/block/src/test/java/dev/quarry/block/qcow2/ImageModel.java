package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/**
 * Does random guest operations on an image and on a plain array, and compares. Version 2 cannot
 * discard behind a backing file; there a discard leaves the array as it is.
 */
final class ImageModel {
    private final OpenImage image;
    private final byte[] expected;
    private final boolean discardZeroes;
    private final Random random;
    private final Journal journal;

    /** Hears of every change before the image is asked for it, and of every flush after it. */
    interface Journal {
        /** Nobody listens. */
        Journal NONE = new Journal() {};

        default void changing(int offset, byte[] data) {}

        default void flushed() {}
    }

    ImageModel(OpenImage image, byte[] expected, boolean discardZeroes, Random random) {
        this(image, expected, discardZeroes, random, Journal.NONE);
    }

    ImageModel(
            OpenImage image,
            byte[] expected,
            boolean discardZeroes,
            Random random,
            Journal journal) {
        this.journal = journal;
        this.image = image;
        this.expected = expected;
        this.discardZeroes = discardZeroes;
        this.random = random;
    }

    byte[] expected() {
        return expected;
    }

    /** One random operation. */
    void step() {
        int offset = random.nextInt(expected.length / 512) * 512;
        int most = Math.min(expected.length - offset, longest());
        int bytes = Math.max(1, random.nextInt(most / 512 + 1)) * 512;
        if (random.nextInt(4) == 0) {
            offset = offset / image.geometry().clusterSize() * image.geometry().clusterSize();
        }
        switch (random.nextInt(11)) {
            case 0, 1, 2, 3 -> write(offset, bytes);
            case 4, 5 -> writeZeroes(offset, bytes, random.nextBoolean());
            case 6 -> discard(offset, bytes);
            case 7 -> flush();
            case 8 -> writeCompressed(offset, bytes);
            default -> read(offset, bytes);
        }
    }

    private int longest() {
        return image.geometry().clusterSize() * (random.nextInt(8) == 0 ? 40 : 3);
    }

    void write(int offset, int bytes) {
        byte[] data = new byte[bytes];
        random.nextBytes(data);
        if (random.nextInt(5) == 0) {
            Arrays.fill(data, (byte) 0);
        }
        journal.changing(offset, data);
        image.write(offset, ByteBuffer.wrap(data));
        System.arraycopy(data, 0, expected, offset, bytes);
    }

    /** Whole clusters, the first ones that the range touches; most of them shrink. */
    private void writeCompressed(int offset, int bytes) {
        int cluster = image.geometry().clusterSize();
        int from = offset / cluster * cluster;
        int to = Math.min(expected.length, from + (bytes + cluster - 1) / cluster * cluster);
        byte[] data = new byte[to - from];
        random.nextBytes(data);
        for (int i = 0; random.nextInt(5) > 0 && i < data.length; i += 256) {
            Arrays.fill(data, i, i + 200, (byte) i);
        }
        journal.changing(from, data);
        image.writeCompressed(from, ByteBuffer.wrap(data));
        System.arraycopy(data, 0, expected, from, data.length);
    }

    void writeZeroes(int offset, int bytes, boolean mayUnmap) {
        journal.changing(offset, new byte[bytes]);
        zeroPieces(offset, offset + bytes, mayUnmap);
        Arrays.fill(expected, offset, offset + bytes, (byte) 0);
    }

    /** As the request path does it: head, whole clusters, tail; data where it must be. */
    private void zeroPieces(int from, int end, boolean mayUnmap) {
        int cluster = image.geometry().unitSize();
        int bulkFrom = Math.min(end, (from + cluster - 1) / cluster * cluster);
        int bulkTo = Math.max(bulkFrom, end / cluster * cluster);
        zeroPiece(from, bulkFrom, mayUnmap);
        zeroPiece(bulkFrom, bulkTo, mayUnmap);
        zeroPiece(bulkTo, end, mayUnmap);
    }

    private void zeroPiece(int from, int to, boolean mayUnmap) {
        if (from == to) {
            return;
        }
        try {
            image.writeZeroes(from, to - from, mayUnmap);
        } catch (BlockException refused) {
            if (!refused.isNotSupported()) {
                throw refused;
            }
            image.write(from, ByteBuffer.allocate(to - from));
        }
    }

    void discard(int offset, int bytes) {
        int cluster = image.geometry().clusterSize();
        int from = (offset + cluster - 1) / cluster * cluster;
        int end = offset + bytes;
        int to = end == expected.length ? end : end / cluster * cluster;
        if (discardZeroes && from < to) {
            journal.changing(from, new byte[to - from]);
            Arrays.fill(expected, from, to, (byte) 0);
        }
        image.discard(offset, bytes);
    }

    void flush() {
        image.flush();
        journal.flushed();
    }

    void read(int offset, int bytes) {
        compare(offset, bytes);
    }

    /** Compares everything. */
    void compareAll() {
        compare(0, expected.length);
    }

    private void compare(int offset, int bytes) {
        ByteBuffer actual = ByteBuffer.allocate(bytes);
        image.read(offset, actual);
        int differs =
                Arrays.mismatch(
                        actual.array(), Arrays.copyOfRange(expected, offset, offset + bytes));
        if (differs >= 0) {
            throw new AssertionError("guest offset " + (offset + differs) + " differs");
        }
    }
}
