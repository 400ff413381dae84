package dev.quarry.block.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockBackend;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.TestGraph;
import dev.quarry.block.WriteFlags;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Random requests on a file, on raw, and on a window into a file, in every mode of zero detection,
 * against a byte array: the data must be equal, the rest of the file untouched, and in the end
 * whole blocks of zeros must be holes where zeros are to be unmapped, and keep their space where
 * not.
 */
class RandomOperationsTest {
    private static final int FILE_SIZE = 1 << 20;
    private static final int BLOCK = 4096;
    private static final int OPERATIONS = 500;

    /** Whole sectors, as direct I/O detects zeros in no others, but not whole blocks. */
    private static final int ZERO_REQUEST = 117 * 512;

    /** What the file system may count for its own map of the file. */
    private static final long MAP_BYTES = 64 << 10;

    private static final long WINDOW_START = 123_000;
    private static final long WINDOW_SIZE = 1500 * 512;

    @TempDir Path folder;

    @ParameterizedTest(name = "{0}, detect-zeroes={1}, cache.direct={2}")
    @CsvSource({
        "file, OFF, false",
        "file, ON, false",
        "file, UNMAP, false",
        "raw, OFF, false",
        "raw, ON, false",
        "raw, UNMAP, false",
        "window, OFF, false",
        "window, ON, false",
        "window, UNMAP, false",
        "file, UNMAP, true",
        "raw, ON, true",
        "raw, UNMAP, true",
        "window, UNMAP, true"
    })
    void keepsDataAndMakesHoles(String kind, DetectZeroes mode, boolean direct) throws IOException {
        FileSystemNeeds.zeroRanges(folder);
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        Path path = folder.resolve("disk.raw");
        byte[] before = new byte[FILE_SIZE];
        random.nextBytes(before);
        Files.write(path, before);
        String run = kind + " " + mode + " direct=" + direct + ": replay with -Dseed=" + seed;
        byte[] model = before.clone();
        try (TestGraph graph = new TestGraph();
                BlockBackend disk = graph.writer(graph.add(definition(kind, mode, direct, path)))) {
            int start = kind.equals("window") ? (int) WINDOW_START : 0;
            for (int i = 0; i < OPERATIONS; i++) {
                operate(disk, random, model, start, run + ", step " + i);
            }
            zeroHalf(disk, model, start);
            disk.flush();
        }
        assertEquals(-1, Arrays.mismatch(model, Files.readAllBytes(path)), run);
        assertHoles(path, kind, mode, run);
    }

    private static void operate(
            BlockBackend disk, Random random, byte[] model, int start, String step) {
        int size = (int) disk.size();
        int offset = random.nextInt(size);
        int length = Math.min(size - offset, random.nextInt(random.nextInt(10) == 0 ? size : 9000));
        if (random.nextInt(3) == 0) {
            offset -= offset % 512;
            length -= length % 512;
        }
        WriteFlags flags = random.nextInt(40) == 0 ? WriteFlags.FUA : WriteFlags.NONE;
        switch (random.nextInt(8)) {
            case 0, 1 -> {
                byte[] data = new byte[length];
                random.nextBytes(data);
                write(disk, offset, data, flags, random.nextBoolean());
                System.arraycopy(data, 0, model, start + offset, length);
            }
            case 2, 3 -> {
                write(disk, offset, new byte[length], flags, random.nextBoolean());
                Arrays.fill(model, start + offset, start + offset + length, (byte) 0);
            }
            case 4 -> {
                flags = random.nextBoolean() ? flags : flags.with(WriteFlags.MAY_UNMAP);
                disk.writeZeroes(offset, length, flags);
                Arrays.fill(model, start + offset, start + offset + length, (byte) 0);
            }
            case 5 -> discard(disk, offset, length, model, start);
            case 6 -> flushSometimes(disk, random);
            default -> {
                ByteBuffer read = ByteBuffer.allocate(length);
                disk.read(offset, read);
                byte[] expected =
                        Arrays.copyOfRange(model, start + offset, start + offset + length);
                assertEquals(-1, Arrays.mismatch(expected, read.array()), step);
            }
        }
    }

    /** Syncing is what takes the time here. */
    private static void flushSometimes(BlockBackend disk, Random random) {
        if (random.nextInt(4) == 0) {
            disk.flush();
        }
    }

    private static void write(
            BlockBackend disk, int offset, byte[] data, WriteFlags flags, boolean direct) {
        ByteBuffer buffer = ByteBuffer.wrap(data);
        if (direct) {
            buffer = ByteBuffer.allocateDirect(data.length).put(data).flip();
        }
        disk.write(offset, buffer, flags);
        assertEquals(0, buffer.remaining());
    }

    /**
     * What a discard leaves is not promised: the model learns it, and accepts old data or zeros.
     */
    private static void discard(
            BlockBackend disk, int offset, int length, byte[] model, int start) {
        disk.discard(offset, length);
        ByteBuffer read = ByteBuffer.allocate(length);
        disk.read(offset, read);
        for (int i = 0; i < length; i++) {
            byte now = read.get(i);
            assertTrue(now == 0 || now == model[start + offset + i], "neither old nor zero");
            model[start + offset + i] = now;
        }
    }

    private static void zeroHalf(BlockBackend disk, byte[] model, int start) {
        int half = (int) disk.size() / 2;
        for (int at = 0; at < half; at += ZERO_REQUEST) {
            int length = Math.min(ZERO_REQUEST, half - at);
            disk.write(at, ByteBuffer.allocate(length), WriteFlags.NONE);
        }
        Arrays.fill(model, start, start + half, (byte) 0);
        byte[] data = new byte[(int) disk.size() - half];
        Arrays.fill(data, (byte) 7);
        disk.write(half, ByteBuffer.wrap(data), WriteFlags.NONE);
        Arrays.fill(model, start + half, start + half + data.length, (byte) 7);
    }

    /** Half of the disk was zeroed at last, in requests that are no whole blocks. */
    private static void assertHoles(Path path, String kind, DetectZeroes mode, String run) {
        long size = kind.equals("window") ? WINDOW_SIZE : FILE_SIZE;
        long requests = Math.ceilDiv(size / 2, (long) ZERO_REQUEST);
        long most = size / 2 - (size / 2) % BLOCK;
        long least = most - (requests + 1) * 2 * BLOCK - MAP_BYTES;
        long holes = FILE_SIZE - Disks.allocatedKib(path) * 1024;
        if (mode == DetectZeroes.UNMAP) {
            assertTrue(holes >= least, run + ": only " + holes + " bytes of holes");
            assertTrue(holes <= most, run + ": " + holes + " bytes of holes");
        } else if (mode == DetectZeroes.OFF) {
            assertTrue(holes <= 0, run + ": " + holes + " bytes of holes");
        } else {
            assertTrue(holes < FILE_SIZE / 2, run + ": " + holes + " bytes of holes");
        }
    }

    private static NodeDefinition definition(
            String kind, DetectZeroes mode, boolean direct, Path path) {
        GivenOptions top =
                GivenOptions.named("disk")
                        .withUnmap(true)
                        .withDetectZeroes(mode)
                        .withCache(direct, null);
        return switch (kind) {
            case "file" -> Disks.file(top, path);
            case "raw" -> Disks.raw(top, GivenOptions.NONE, path);
            default ->
                    Disks.window(
                            top,
                            new RawDriver.Window(WINDOW_START, WINDOW_SIZE),
                            GivenOptions.NONE,
                            path);
        };
    }
}
