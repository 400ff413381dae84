package dev.quarry.dist;

import java.nio.ByteBuffer;

/**
 * One request of the transmission phase. {@code length} is a number of bytes, read as unsigned;
 * {@code payload} is what follows the header on the wire.
 */
record NbdRequest(int type, int flags, long offset, int length, ByteBuffer payload) {
    static final int READ = 0;
    static final int WRITE = 1;
    static final int DISCONNECT = 2;
    static final int FLUSH = 3;
    static final int TRIM = 4;
    static final int WRITE_ZEROES = 6;

    static final int FUA = 1;
    static final int NO_HOLE = 2;

    private static final int MAGIC = 0x25609513;
    private static final int HEADER_BYTES = 28;
    private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

    static NbdRequest read(long offset, int length) {
        return new NbdRequest(READ, 0, offset, length, NONE);
    }

    static NbdRequest write(int flags, long offset, byte[] data) {
        return new NbdRequest(WRITE, flags, offset, data.length, ByteBuffer.wrap(data));
    }

    /** A request without payload. */
    static NbdRequest bare(int type, int flags, long offset, int length) {
        return new NbdRequest(type, flags, offset, length, NONE);
    }

    static NbdRequest flush() {
        return bare(FLUSH, 0, 0, 0);
    }

    boolean hasFua() {
        return (flags & FUA) != 0;
    }

    /** Whether both touch some byte. */
    boolean overlaps(NbdRequest other) {
        return offset < other.offset + other.length && other.offset < offset + length;
    }

    /** The bytes of the request on the wire. */
    ByteBuffer encode(long handle) {
        return ByteBuffer.allocate(HEADER_BYTES + payload.remaining())
                .putInt(MAGIC)
                .putShort((short) flags)
                .putShort((short) type)
                .putLong(handle)
                .putLong(offset)
                .putInt(length)
                .put(payload.duplicate())
                .flip();
    }

    @Override
    public String toString() {
        return "type %d, flags %#x, %d bytes at %d"
                .formatted(type, flags, Integer.toUnsignedLong(length), offset);
    }
}
