package dev.quarry.dist;

import java.util.Arrays;
import java.util.Random;

/** Spoils good bytes in the ways that transport, disks and bad programs do. */
record Mutations(Random random) {
    /** A spoilt copy of up to four changes; it may be shorter or longer, or by luck the same. */
    byte[] of(byte[] good) {
        byte[] bytes = good.clone();
        for (int left = 1 + random.nextInt(4); left > 0 && bytes.length > 0; left--) {
            bytes = once(bytes);
        }
        return bytes;
    }

    /** The first part of good bytes, at least one byte less than all. */
    byte[] cut(byte[] good) {
        return Arrays.copyOf(good, random.nextInt(good.length));
    }

    /** Random bytes, up to a limit. */
    byte[] noise(int atMost) {
        byte[] bytes = new byte[1 + random.nextInt(atMost)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Overwrites one field of a width of 1, 2, 4 or 8 bytes somewhere in a region. */
    void spoilField(byte[] bytes, int start, int end) {
        int width = 1 << random.nextInt(4);
        int at = start + random.nextInt(Math.max(1, end - start));
        long value = interesting();
        for (int index = at / width * width; width > 0 && index < bytes.length; index++) {
            width--;
            bytes[index] = (byte) (value >>> (8 * width));
        }
    }

    /** A number at which programs break, or any. */
    long interesting() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> -1;
            case 2 -> 1L << random.nextInt(64);
            case 3 -> (1L << random.nextInt(64)) - 1;
            case 4 -> random.nextInt(0x10000);
            default -> random.nextLong();
        };
    }

    private byte[] once(byte[] bytes) {
        int at = random.nextInt(bytes.length);
        int end = at + random.nextInt(Math.min(bytes.length - at, 40) + 1);
        return switch (random.nextInt(5)) {
            case 0 -> spliced(bytes, at, noise(8), at);
            case 1 -> spliced(bytes, at, new byte[0], end);
            case 2 -> spliced(bytes, at, Arrays.copyOfRange(bytes, at, end), at);
            case 3 -> spliced(bytes, at, new byte[] {(byte) random.nextInt()}, at + 1);
            default -> flipped(bytes, at);
        };
    }

    private byte[] flipped(byte[] bytes, int at) {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        return bytes;
    }

    /** The bytes with the stretch from {@code from} to {@code to} replaced. */
    private static byte[] spliced(byte[] bytes, int from, byte[] between, int to) {
        byte[] result = Arrays.copyOf(bytes, from + between.length + bytes.length - to);
        System.arraycopy(between, 0, result, from, between.length);
        System.arraycopy(bytes, to, result, from + between.length, bytes.length - to);
        return result;
    }
}
