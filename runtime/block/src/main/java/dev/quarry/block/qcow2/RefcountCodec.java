package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;

/**
 * Counts of 1 to 64 bits inside a refcount block. Counts below a byte fill it from the low bits up;
 * wider ones are big endian. Pure functions on a big-endian buffer; the index is in counts.
 */
final class RefcountCodec {
    private RefcountCodec() {}

    /** The count; for 64 bits, as unsigned. */
    static long get(ByteBuffer block, int order, int index) {
        return switch (order) {
            case 0, 1, 2 -> (block.get(index >> (3 - order)) >> shift(order, index)) & mask(order);
            case 3 -> block.get(index) & 0xffL;
            case 4 -> block.getShort(index * 2) & 0xffffL;
            case 5 -> block.getInt(index * 4) & 0xffff_ffffL;
            case 6 -> block.getLong(index * 8);
            default -> throw new IllegalArgumentException("refcount order " + order);
        };
    }

    /** Stores a count that fits the width. */
    static void set(ByteBuffer block, int order, int index, long count) {
        switch (order) {
            case 0, 1, 2 -> setBits(block, order, index, (int) count);
            case 3 -> block.put(index, (byte) count);
            case 4 -> block.putShort(index * 2, (short) count);
            case 5 -> block.putInt(index * 4, (int) count);
            case 6 -> block.putLong(index * 8, count);
            default -> throw new IllegalArgumentException("refcount order " + order);
        }
    }

    /** The byte of the block in which a count begins. */
    static int byteOf(int order, int index) {
        return order < 3 ? index >> (3 - order) : index << (order - 3);
    }

    private static void setBits(ByteBuffer block, int order, int index, int count) {
        int at = index >> (3 - order);
        int shift = shift(order, index);
        int kept = block.get(at) & ~(mask(order) << shift);
        block.put(at, (byte) (kept | count << shift));
    }

    private static int shift(int order, int index) {
        return (index & ((8 >> order) - 1)) << order;
    }

    private static int mask(int order) {
        return (1 << (1 << order)) - 1;
    }
}
