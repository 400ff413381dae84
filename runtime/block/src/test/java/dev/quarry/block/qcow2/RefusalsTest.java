package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Images that are not for us are refused by the name of what they use, and left alone. */
class RefusalsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 4, 1234, EINVAL, qcow2 format",
        "4, 4, 4, ENOTSUP, version 4",
        "20, 4, 22, EINVAL, cluster size",
        "24, 8, -512, EFBIG, size",
        "32, 4, 1, ENOTSUP, AES",
        "32, 4, 2, ENOTSUP, LUKS",
        "36, 4, 0, EINVAL, L1 table",
        "36, 4, 5000000, EFBIG, L1 table",
        "40, 8, 513, EINVAL, L1 table",
        "40, 8, 1048576, EINVAL, beyond the end",
        "48, 8, 0, EINVAL, reference count table",
        "56, 4, 0, EINVAL, reference count table",
        "56, 4, 999, EINVAL, reference count table",
        "60, 4, 70000, EINVAL, snapshots",
        "72, 8, 4, ENOTSUP, external data file",
        "72, 8, 8, EINVAL, compression",
        "72, 8, 128, ENOTSUP, unknown feature bit 7",
        "96, 4, 7, EINVAL, reference counts",
        "100, 4, 101, EINVAL, header length",
        "8, 8, 9999999, EINVAL, backing file",
        "112, 4, 1, EINVAL, extension",
    })
    void everyone(int at, int width, long value, Errno errno, String word) {
        byte[] image = image(bytes -> put(bytes, at, width, value));
        if (word.equals("extension")) {
            ByteBuffer.wrap(image).putInt(116, 999_999);
        }
        refuse(image, OpenImage.Options.READ_ONLY, errno, word);
        refuse(image, OpenImage.Options.READ_WRITE, errno, word);
    }

    @Test
    void writersOfAnImageMarkedCorrupt() {
        byte[] image = image(bytes -> bytes.putLong(72, Features.CORRUPT));
        refuse(image, OpenImage.Options.READ_WRITE, Errno.EACCES, "corrupt");
        read(image);
    }

    @Test
    void writersOfAnImageWithLiveBitmaps() {
        byte[] image =
                image(bytes ->
                        bytes.putLong(88, Features.BITMAPS)
                                .putInt(112, HeaderExtensions.BITMAPS)
                                .putInt(116, 24)
                                .putInt(120, 1));
        refuse(image, OpenImage.Options.READ_WRITE, Errno.EACCES, "bitmaps");
        read(image);
    }

    @Test
    void writersOfTablesThatOverlap() {
        byte[] image = image(bytes -> bytes.putLong(3 << 16, 2 << 16 | L2Entry.COPIED));
        refuse(image, OpenImage.Options.READ_WRITE, Errno.EACCES, "overlaps");
    }

    @Test
    void unknownBitsAreNamedByTheImage() {
        byte[] image =
                image(bytes -> {
                    bytes.putLong(72, 1L << 40);
                    int table = 112 + 8;
                    bytes.put(table, (byte) 0).put(table + 1, (byte) 40);
                    bytes.put(table + 2, "time travel\0".getBytes(StandardCharsets.UTF_8));
                });
        refuse(image, OpenImage.Options.READ_ONLY, Errno.ENOTSUP, "'time travel'");
    }

    @Test
    void unknownAutoclearBitsAreClearedOnlyByAWriter() {
        byte[] image = image(bytes -> bytes.putLong(88, 1L << 33));
        MemoryFile file = new MemoryFile(image);
        open(file, OpenImage.Options.READ_ONLY).close();
        assertArrayEquals(image, file.content());
        open(file, OpenImage.Options.READ_WRITE).close();
        assertEquals(0, ByteBuffer.wrap(file.content()).getLong(88));
    }

    @Test
    void unknownExtensionsSurvive() {
        byte[] image =
                image(bytes ->
                        bytes.putInt(112, 0x1234_5678)
                                .putInt(116, 8)
                                .putLong(120, 77)
                                .putLong(128, 0));
        MemoryFile file = new MemoryFile(image);
        try (OpenImage open = open(file, OpenImage.Options.READ_WRITE)) {
            open.write(0, ByteBuffer.allocate(512));
        }
        assertEquals(77, ByteBuffer.wrap(file.content()).getLong(120));
    }

    @Test
    void damageFoundWhileWritingMarksTheImage() {
        byte[] image = image(bytes -> {});
        MemoryFile file = new MemoryFile(image);
        try (OpenImage open = open(file, OpenImage.Options.READ_WRITE)) {
            open.write(0, ByteBuffer.allocate(512).put(0, (byte) 1));
        }
        ByteBuffer bytes = ByteBuffer.wrap(file.content());
        long l2 = bytes.getLong(3 << 16) & Geometry.OFFSET_MASK;
        bytes.putLong((int) l2, L2Entry.COPIED | 1 << 16);
        MemoryFile damaged = new MemoryFile(bytes.array());
        StringBuilder told = new StringBuilder();
        try (OpenImage open =
                OpenImage.open(
                        damaged, OpenImage.Options.READ_WRITE, BackingSource.NONE, told::append)) {
            for (int i = 0; i < 2; i++) {
                BlockException failed =
                        assertThrows(
                                BlockException.class,
                                () -> open.write(0, ByteBuffer.allocate(512)));
                assertEquals(Errno.EIO, failed.errno());
            }
        }
        assertTrue(told.toString().contains("metadata"), told::toString);
        assertEquals(Features.CORRUPT, ByteBuffer.wrap(damaged.content()).getLong(72), "the mark");
    }

    private static byte[] image(Consumer<ByteBuffer> change) {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, CreateOptions.ofSize(1 << 20));
        ByteBuffer bytes = ByteBuffer.wrap(file.content());
        change.accept(bytes);
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, int at, int width, long value) {
        if (width == 8) {
            bytes.putLong(at, value);
        } else {
            bytes.putInt(at, (int) value);
        }
    }

    private static void refuse(byte[] image, OpenImage.Options options, Errno errno, String word) {
        MemoryFile file = new MemoryFile(image);
        BlockException refusal = assertThrows(BlockException.class, () -> open(file, options));
        assertEquals(errno, refusal.errno(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(word), refusal.getMessage());
        assertArrayEquals(image, file.content(), "the file was changed");
    }

    private static void read(byte[] image) {
        try (OpenImage open = open(new MemoryFile(image), OpenImage.Options.READ_ONLY)) {
            open.read(0, ByteBuffer.allocate(4096));
        }
    }

    private static OpenImage open(ImageFile file, OpenImage.Options options) {
        return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
    }
}
