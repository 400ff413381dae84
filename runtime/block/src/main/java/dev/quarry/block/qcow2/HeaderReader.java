package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads one header: the fixed fields, then the extensions, then the name of the backing file. */
final class HeaderReader {
    private static final int NAME_MAX = 1023;

    private final ImageFile file;

    HeaderReader(ImageFile file) {
        this.file = file;
    }

    Qcow2Header read() {
        ByteBuffer first = bytes(512);
        requireMagic(first);
        int version = version(first);
        int clusterBits = clusterBits(first);
        ByteBuffer area = bytes(1 << clusterBits);
        int length = headerLength(area, version);
        boolean v3 = version == 3;
        long backingOffset = area.getLong(8);
        return new Qcow2Header(
                version,
                clusterBits,
                area.getLong(Qcow2Header.SIZE_AT),
                area.getInt(32),
                Integer.toUnsignedLong(area.getInt(Qcow2Header.L1_ENTRIES_AT)),
                area.getLong(Qcow2Header.L1_OFFSET_AT),
                area.getLong(Qcow2Header.REFCOUNT_TABLE_AT),
                Integer.toUnsignedLong(area.getInt(56)),
                Integer.toUnsignedLong(area.getInt(60)),
                area.getLong(64),
                v3 ? area.getLong(Qcow2Header.INCOMPATIBLE_AT) : 0,
                v3 ? area.getLong(80) : 0,
                v3 ? area.getLong(Qcow2Header.AUTOCLEAR_AT) : 0,
                v3 ? area.getInt(96) : 4,
                length > Qcow2Header.LENGTH_3 ? area.get(104) & 0xff : Qcow2Header.ZLIB,
                extensions(area, length, backingOffset),
                backingFile(area, backingOffset));
    }

    private ByteBuffer bytes(int count) {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        file.read(0, buffer);
        return buffer.flip();
    }

    private void requireMagic(ByteBuffer first) {
        if (file.size() < Qcow2Header.LENGTH_2 || first.getInt(0) != Qcow2Header.MAGIC) {
            throw Refusal.invalid("the file is not in qcow2 format");
        }
    }

    private static int version(ByteBuffer first) {
        int version = first.getInt(4);
        if (version != 2 && version != 3) {
            throw Refusal.unsupported(
                    "format version %s, and only 2 and 3 are known"
                            .formatted(Integer.toUnsignedString(version)));
        }
        return version;
    }

    private static int clusterBits(ByteBuffer first) {
        int bits = first.getInt(20);
        if (bits < 9 || bits > 21) {
            throw Refusal.invalid(
                    "cluster size 2^%s is not in the range 2^9 to 2^21"
                            .formatted(Integer.toUnsignedString(bits)));
        }
        return bits;
    }

    private static int headerLength(ByteBuffer area, int version) {
        if (version == 2) {
            return Qcow2Header.LENGTH_2;
        }
        int length = area.getInt(100);
        if (length < Qcow2Header.LENGTH_3 || length % 8 != 0 || length > area.limit()) {
            throw Refusal.invalid(
                    "header length %s is not a multiple of 8 from 104 to the cluster size"
                            .formatted(Integer.toUnsignedString(length)));
        }
        return length;
    }

    private static HeaderExtensions extensions(ByteBuffer area, int length, long backingOffset) {
        if (backingOffset < 0 || backingOffset > area.limit()) {
            throw Refusal.invalid("the name of the backing file lies outside the header cluster");
        }
        int end = backingOffset == 0 ? area.limit() : (int) backingOffset;
        return HeaderExtensions.parse(area, length, end);
    }

    private static @Nullable String backingFile(ByteBuffer area, long backingOffset) {
        int size = area.getInt(16);
        if (backingOffset == 0 || size == 0) {
            return null;
        }
        if (size < 0 || size > NAME_MAX || backingOffset + size > area.limit()) {
            throw Refusal.invalid("the name of the backing file is too long");
        }
        byte[] name = new byte[size];
        area.get((int) backingOffset, name);
        return new String(name, StandardCharsets.UTF_8);
    }
}
