package dev.quarry.block.driver;

import java.nio.ByteBuffer;

/** Filling a buffer with zeros. */
final class BufferFill {
    private static final byte[] ZEROS = new byte[64 << 10];

    private BufferFill() {}

    /** Puts zeros up to the limit. */
    static void zeros(ByteBuffer into) {
        while (into.hasRemaining()) {
            into.put(ZEROS, 0, Math.min(ZEROS.length, into.remaining()));
        }
    }
}
