package dev.quarry.block.qcow2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.block.BlockException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The power fails while several guests write and flush at once, each its own part of every few
 * clusters: each finds what it flushed. Which thread comes when is not in the seed.
 */
class ConcurrentPowerCutTest {
    private static final int THREADS = 4;
    private static final int STEPS = Integer.getInteger("powerCutSteps", 60);

    @ParameterizedTest
    @CsvSource({"512, 16, 1048576", "512, 64, 3145728", "4096, 16, 1048576", "65536, 16, 1048576"})
    void leavesWhatEachFlushed(int clusterSize, int refcountBits, int size) throws Exception {
        MemoryFile empty = new MemoryFile();
        CreateOptions options = CreateOptions.ofSize(size).withClusterSize(clusterSize);
        Qcow2Format.create(empty, options.withRefcountBits(refcountBits));
        RecordingFile record = new RecordingFile(empty.content());
        work(record, size);
        PowerCuts cuts = new PowerCuts(empty.content(), new byte[size], new Random(Seeds.seed()));
        int count = cuts.play(record.events(), 40, (file, cut) -> requireSound(file, cut, size));
        assertTrue(count > STEPS / 4, "cuts: " + count);
    }

    private static void work(RecordingFile record, int size) throws Exception {
        try (OpenImage image = open(record);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Callable<@Nullable Void>> guests = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int guest = i;
                guests.add(() -> run(image, record, guest, size));
            }
            for (Future<@Nullable Void> done : threads.invokeAll(guests)) {
                done.get();
            }
        }
    }

    /** First everything once, so that the file grows, then at random. */
    private static @Nullable Void run(OpenImage image, RecordingFile record, int guest, int size) {
        Random random = new Random(Seeds.seed() + guest);
        int chunks = size / RecordingFile.CHUNK / THREADS;
        for (int step = 0; step < chunks + STEPS; step++) {
            int chunk = (step < chunks ? step : random.nextInt(chunks)) * THREADS + guest;
            int sectors = RecordingFile.CHUNK / 512;
            int from = random.nextInt(sectors);
            int bytes = (1 + random.nextInt(sectors - from)) * 512;
            step(image, record, chunk * RecordingFile.CHUNK + from * 512, bytes, random);
            if (random.nextInt(6) == 0) {
                image.flush();
                record.flushed(guest, THREADS);
            }
        }
        return null;
    }

    private static void step(
            OpenImage image, RecordingFile record, int offset, int bytes, Random random) {
        byte[] data = new byte[bytes];
        boolean zero = random.nextInt(3) == 0;
        if (!zero) {
            random.nextBytes(data);
        }
        record.changing(offset, data);
        if (zero && zeroed(image, offset, bytes, random.nextBoolean())) {
            return;
        }
        image.write(offset, ByteBuffer.wrap(data));
    }

    private static boolean zeroed(OpenImage image, int offset, int bytes, boolean mayUnmap) {
        try {
            image.writeZeroes(offset, bytes, mayUnmap);
            return true;
        } catch (BlockException refused) {
            assertTrue(refused.isNotSupported(), refused::getMessage);
            return false;
        }
    }

    private static void requireSound(MemoryFile file, PowerCuts cut, int size) {
        Findings findings = Qcow2Check.check(file);
        assertEquals(0, findings.corruptions(), findings::toString);
        try (OpenImage image = open(file)) {
            ByteBuffer content = ByteBuffer.allocate(size);
            image.read(0, content);
            cut.requireAllowed(content.array());
        }
    }

    private static OpenImage open(ImageFile file) {
        OpenImage.Options options =
                new OpenImage.Options(
                        true, true, true, new Qcow2Settings(null, null, null, null, 0L, 0L, 0));
        return OpenImage.open(file, options, BackingSource.NONE, _ -> {});
    }
}
