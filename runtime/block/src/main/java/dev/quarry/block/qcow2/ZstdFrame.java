package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Finds where a zstd frame ends, by walking over its blocks (RFC 8878, 3.1.1): an image records the
 * sectors of a compressed cluster, not its bytes.
 */
final class ZstdFrame {
    private static final int MAGIC = 0xFD2F_B528;
    private static final int RLE = 1;
    private static final int RESERVED = 3;

    private ZstdFrame() {}

    /** Bytes of the frame that the buffer begins with, or -1 if it does not hold a whole one. */
    static int length(ByteBuffer packed) {
        ByteBuffer bytes = packed.slice().order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() < 6 || bytes.getInt(0) != MAGIC) {
            return -1;
        }
        int descriptor = bytes.get(4);
        boolean checksum = (descriptor & 4) != 0;
        int end = blocksEnd(bytes, 5 + headerRest(descriptor));
        int length = end < 0 ? -1 : end + (checksum ? 4 : 0);
        return length <= bytes.limit() ? length : -1;
    }

    /** Bytes of window descriptor, dictionary number and content size. */
    private static int headerRest(int descriptor) {
        boolean single = (descriptor & 0x20) != 0;
        int window = single ? 0 : 1;
        int dictionary = (1 << (descriptor & 3)) >> 1;
        int sizeFlag = descriptor >>> 6 & 3;
        int size = sizeFlag == 0 ? (single ? 1 : 0) : 1 << sizeFlag;
        return window + dictionary + size;
    }

    private static int blocksEnd(ByteBuffer bytes, int from) {
        int at = from;
        while (at + 3 <= bytes.limit()) {
            int header = (bytes.getShort(at) & 0xffff) | (bytes.get(at + 2) & 0xff) << 16;
            int type = header >>> 1 & 3;
            if (type == RESERVED) {
                return -1;
            }
            at += 3 + (type == RLE ? 1 : header >>> 3);
            if ((header & 1) != 0) {
                return at;
            }
        }
        return -1;
    }
}
