package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.block.BlockException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many threads on one image: each sees its own writes, and the image stays clean. */
class ConcurrencyTest {
    private static final int THREADS = 6;
    private static final int SIZE = 3 << 20;
    private static final int STEPS = 600;
    private static final Qcow2Settings SMALL_CACHES =
            new Qcow2Settings(null, null, null, null, 0L, 0L, 0);

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void everyThreadSeesItsOwnWrites() throws Exception {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, CreateOptions.ofSize(SIZE).withClusterSize(2048));
        byte[] expected = new byte[SIZE];
        try (OpenImage image = open(file);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<@Nullable Void>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                work.add(() -> run(image, expected, thread));
            }
            for (Future<@Nullable Void> done : threads.invokeAll(work)) {
                get(done);
            }
            assertArrayEquals(expected, read(image, 0, SIZE));
        }
        assertEquals("0 corruptions, 0 leaks []", Qcow2Check.check(file).toString());
    }

    private static void get(Future<@Nullable Void> done) throws InterruptedException {
        try {
            done.get();
        } catch (ExecutionException failure) {
            throw new AssertionError("seed " + Seeds.seed(), failure.getCause());
        }
    }

    /** A thread owns every sixth sector, so that all threads meet in every cluster. */
    private static @Nullable Void run(OpenImage image, byte[] expected, int thread) {
        Random random = new Random(Seeds.seed() + thread);
        for (int step = 0; step < STEPS; step++) {
            int sector = random.nextInt(SIZE / 512 / THREADS) * THREADS + thread;
            int offset = sector * 512;
            switch (random.nextInt(8)) {
                case 0 -> image.flush();
                case 1 -> zero(image, expected, offset);
                case 2, 3 ->
                        assertArrayEquals(
                                Arrays.copyOfRange(expected, offset, offset + 512),
                                read(image, offset, 512));
                default -> write(image, expected, offset, random);
            }
        }
        return null;
    }

    private static void write(OpenImage image, byte[] expected, int offset, Random random) {
        byte[] data = new byte[512];
        random.nextBytes(data);
        image.write(offset, ByteBuffer.wrap(data));
        System.arraycopy(data, 0, expected, offset, 512);
    }

    private static void zero(OpenImage image, byte[] expected, int offset) {
        try {
            image.writeZeroes(offset, 512, true);
        } catch (BlockException refused) {
            image.write(offset, ByteBuffer.allocate(512));
        }
        Arrays.fill(expected, offset, offset + 512, (byte) 0);
    }

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS)
    void freedClustersAreReusedBesideReadersAndWriters() throws Exception {
        MemoryFile file = new MemoryFile();
        Qcow2Format.create(file, CreateOptions.ofSize(SIZE).withClusterSize(2048));
        try (OpenImage image = open(file);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<@Nullable Void>> work = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int thread = i;
                work.add(() -> churn(image, thread));
            }
            for (Future<@Nullable Void> done : threads.invokeAll(work)) {
                get(done);
            }
        }
        assertEquals("0 corruptions, 0 leaks []", Qcow2Check.check(file).toString());
    }

    /** A thread owns a stretch of the disk, writes its number there, frees it, and flushes. */
    private static @Nullable Void churn(OpenImage image, int thread) {
        Random random = new Random(Seeds.seed() + thread);
        int stretch = SIZE / THREADS;
        int from = thread * stretch;
        for (int round = 0; round < 60; round++) {
            int offset = from + random.nextInt(stretch / 2048 - 16) * 2048;
            byte[] data = new byte[16 * 2048];
            Arrays.fill(data, (byte) (thread + 1));
            image.write(offset, ByteBuffer.wrap(data));
            assertArrayEquals(data, read(image, offset, data.length));
            image.writeZeroes(offset, data.length, true);
            image.flush();
            assertArrayEquals(new byte[data.length], read(image, offset, data.length));
        }
        return null;
    }

    private static byte[] read(OpenImage image, int offset, int bytes) {
        ByteBuffer content = ByteBuffer.allocate(bytes);
        image.read(offset, content);
        return content.array();
    }

    private static OpenImage open(ImageFile file) {
        OpenImage.Options options = new OpenImage.Options(true, true, true, SMALL_CACHES);
        return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
    }
}
