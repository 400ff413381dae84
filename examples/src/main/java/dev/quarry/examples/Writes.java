package dev.quarry.examples;

import dev.quarry.nbd.NbdClient;

import java.nio.ByteBuffer;

/** The writes that each mode is judged by: some data, then zeros over half of it and beyond. */
final class Writes {
    static final int ZERO_MIB = 256;
    static final long DISK_BYTES = 512L << 20;
    static final String DESCRIPTION =
            "32 MiB of data were written, then 256 MiB of zeros, over the second half of it and on";

    private static final int MIB = 1 << 20;
    private static final int DATA_MIB = 32;
    private static final int FIRST_ZERO_MIB = 16;
    private static final byte DATA = (byte) 0xd1;

    private final NbdClient disk;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(MIB);

    Writes(NbdClient disk) {
        this.disk = disk;
    }

    /** Writes the data, onto the disk. */
    void data() {
        fill(DATA);
        write(0, DATA_MIB);
    }

    /** Writes the zeros, onto the disk, as plain writes; returns the nanoseconds it took. */
    long zeros() {
        fill((byte) 0);
        long start = System.nanoTime();
        write(FIRST_ZERO_MIB, ZERO_MIB);
        return System.nanoTime() - start;
    }

    /** Whether all reads back: the rest of the data, then zeros. */
    void check() {
        expect(FIRST_ZERO_MIB - 1, DATA);
        expect(FIRST_ZERO_MIB, (byte) 0);
        expect(FIRST_ZERO_MIB + ZERO_MIB - 1, (byte) 0);
    }

    private void write(int firstMib, int count) {
        for (long mib = firstMib; mib < firstMib + count; mib++) {
            disk.write(mib * MIB, buffer.clear(), false);
        }
        disk.flush();
    }

    private void expect(long mib, byte value) {
        disk.read(mib * MIB, buffer.clear());
        ByteBuffer wanted = ByteBuffer.allocate(MIB);
        while (wanted.hasRemaining()) {
            wanted.put(value);
        }
        if (!wanted.flip().equals(buffer.flip())) {
            throw new IllegalStateException(
                    "what was read back at MiB " + mib + " is not " + value);
        }
    }

    private void fill(byte value) {
        buffer.clear();
        while (buffer.hasRemaining()) {
            buffer.put(value);
        }
    }
}
