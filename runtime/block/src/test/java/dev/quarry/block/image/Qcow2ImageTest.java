package dev.quarry.block.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;
import dev.quarry.block.qcow2.CreateOptions;
import dev.quarry.block.qcow2.Repair;
import dev.quarry.posix.Errno;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** An image as a Java program uses it. */
class Qcow2ImageTest {
    private static final int CLUSTER = 64 << 10;
    private static final int SIZE = 1 << 20;

    @TempDir private Path folder;
    private Path path;

    @BeforeEach
    void create() {
        path = folder.resolve("disk.qcow2");
        Qcow2Image.create(path, CreateOptions.ofSize(SIZE));
    }

    @Test
    void isAChannelOfTheDisk() throws IOException {
        byte[] data = filled(100_000, 7);
        try (Qcow2Image image = Qcow2Image.open(path)) {
            assertEquals(data.length, image.position(1_000).write(ByteBuffer.wrap(data)));
            assertEquals(101_000, image.position());
            assertEquals(SIZE, image.size());
        }
        try (Qcow2Image image = Qcow2Image.openReadOnly(path)) {
            ByteBuffer read = ByteBuffer.allocate(data.length);
            assertEquals(data.length, image.position(1_000).read(read));
            assertArrayEquals(data, read.array());
            assertEquals(0, readByte(image, 999));
            assertEquals(-1, image.read(SIZE, ByteBuffer.allocate(1)));
        }
        assertTrue(Qcow2Image.check(path, Repair.NONE).isClean());
    }

    @Test
    void endsWhereTheDiskEnds() throws IOException {
        try (Qcow2Image image = Qcow2Image.open(path)) {
            ByteBuffer data = ByteBuffer.wrap(filled(1_000, 1));
            assertEquals(600, image.position(SIZE - 600).write(data));
            assertEquals(400, data.remaining());
            assertThrows(IOException.class, () -> image.write(data));
            image.resize(SIZE + CLUSTER);
            assertEquals(400, image.write(data));
            ByteBuffer read = ByteBuffer.allocate(2_000);
            assertEquals(2_000, image.read(SIZE - 600, read));
            assertEquals(1, read.get(999));
            assertEquals(0, read.get(1_000));
            assertEquals(SIZE, image.truncate(SIZE).size());
            assertEquals(SIZE, image.truncate(2 * SIZE).size());
        }
    }

    @Test
    void tellsWhereZerosAre() throws IOException {
        try (Qcow2Image image = Qcow2Image.open(path)) {
            image.write(0, ByteBuffer.wrap(filled(3 * CLUSTER, 5)));
            image.writeZeroes(CLUSTER, CLUSTER);
            image.writeZeroesKeepingSpace(8 * CLUSTER, CLUSTER);
            assertEquals(
                    List.of(
                            new Extent(0, CLUSTER, false, true),
                            new Extent(CLUSTER, CLUSTER, true, true),
                            new Extent(2 * CLUSTER, CLUSTER, false, true),
                            new Extent(3 * CLUSTER, 5 * CLUSTER, true, false),
                            new Extent(8 * CLUSTER, CLUSTER, true, true),
                            new Extent(9 * CLUSTER, 7 * CLUSTER, true, false)),
                    image.extents());
            assertEquals(0, readByte(image, CLUSTER));
            assertEquals(5, readByte(image, 2 * CLUSTER));
        }
    }

    @Test
    void showsItsBackingFile() throws IOException {
        try (Qcow2Image image = Qcow2Image.open(path)) {
            image.write(0, ByteBuffer.wrap(filled(CLUSTER, 3)));
        }
        Path overlay = folder.resolve("overlay.qcow2");
        Qcow2Image.create(overlay, CreateOptions.ofSize(SIZE).withBacking("disk.qcow2", "qcow2"));
        try (Qcow2Image image = Qcow2Image.open(overlay)) {
            assertEquals(3, readByte(image, 10));
            assertEquals(new Extent(0, CLUSTER, false, false), image.extent(0, CLUSTER));
            image.writeZeroes(0, CLUSTER);
            assertEquals(new Extent(0, CLUSTER, true, true), image.extent(0, CLUSTER));
        }
    }

    @Test
    void isOnesOwnWhileItIsOpen() throws IOException {
        try (Qcow2Image _ = Qcow2Image.open(path)) {
            var refused = assertThrows(BlockException.class, () -> Qcow2Image.open(path));
            assertTrue(refused.getMessage().contains("lock"), refused::getMessage);
        }
        Qcow2Image.open(path).close();
    }

    @Test
    void refusesWhatCannotBe() throws IOException {
        Path none = folder.resolve("none");
        var missing = assertThrows(BlockException.class, () -> Qcow2Image.open(none));
        assertEquals(Errno.ENOENT, missing.errno());
        Qcow2Image closed = Qcow2Image.open(path);
        closed.close();
        closed.close();
        assertFalse(closed.isOpen());
        assertThrows(ClosedChannelException.class, closed::size);
        assertThrows(ClosedChannelException.class, closed::flush);
        try (Qcow2Image image = Qcow2Image.openReadOnly(path)) {
            ByteBuffer data = ByteBuffer.allocate(1);
            assertThrows(NonWritableChannelException.class, () -> image.write(data));
            assertThrows(NonWritableChannelException.class, () -> image.writeZeroes(0, 1));
            assertThrows(NonWritableChannelException.class, () -> image.truncate(0));
            assertThrows(IllegalArgumentException.class, () -> image.position(-1));
            assertThrows(IllegalArgumentException.class, () -> image.read(-1, data));
            assertThrows(IllegalArgumentException.class, () -> image.extent(0, 0));
            assertThrows(IOException.class, () -> image.extent(SIZE, 1));
        }
    }

    private static int readByte(Qcow2Image image, long offset) throws IOException {
        ByteBuffer one = ByteBuffer.allocate(1);
        assertEquals(1, image.read(offset, one));
        return one.get(0);
    }

    private static byte[] filled(int bytes, int value) {
        byte[] data = new byte[bytes];
        Arrays.fill(data, (byte) value);
        return data;
    }
}
