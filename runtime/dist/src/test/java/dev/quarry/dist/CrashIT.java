package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * {@code kill -9} in the middle of writes and flushes: every flushed byte is there afterwards, and
 * the image is clean or leaks at most. Each round goes on with the image the last one left.
 */
@Timeout(300)
class CrashIT {
    private static final int WRITERS = 2;

    @TempDir private Path folder;

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img");
    }

    @ParameterizedTest
    @CsvSource({"QCOW2,off,4", "QCOW2_V2,unmap,3", "OVERLAY,unmap,3", "RAW,unmap,2"})
    void flushedBytesSurviveAKill(DiskKind kind, String detectZeroes, int rounds)
            throws IOException {
        Seed seed = Seed.orElse(9);
        Random random = seed.random(kind);
        Path image = kind.create(folder, seed);
        var model = new CrashModel(Images.content(image, kind.format(), folder));
        for (int round = 1; round <= rounds; round++) {
            writeAndKill(kind, image, detectZeroes, model, random);
            if (!kind.format().equals("raw")) {
                Images.expectLeaksAtMost(image);
            }
            byte[] left = Images.content(image, kind.format(), folder);
            model.expectPossible(left, kind + ", kill " + round + ", " + seed);
            model.adopt(left);
        }
        kind.expectBaseUntouched(folder, seed);
    }

    private void writeAndKill(
            DiskKind kind, Path image, String detectZeroes, CrashModel model, Random random)
            throws IOException {
        try (var daemon = kind.export(folder, image, detectZeroes)) {
            int flushes = model.flushes() + 2 + random.nextInt(8);
            List<CompletableFuture<IOException>> writers =
                    random.ints(WRITERS)
                            .mapToObj(each -> new CrashWriter(model, new Random(each)))
                            .map(writer -> writer.start(folder.resolve("nbd.sock")))
                            .toList();
            boolean ready = Pause.until(Duration.ofSeconds(20), () -> model.flushes() >= flushes);
            Pause.of(Duration.ofMillis(random.nextInt(60)));
            daemon.kill();
            writers.forEach(CompletableFuture::join);
            assertTrue(ready, "too few flushes were answered to tell anything");
        }
    }
}
