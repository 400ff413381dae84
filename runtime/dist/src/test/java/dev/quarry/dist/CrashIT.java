package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

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
    private static final int KILLS_OF_CHAINS = 10;

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
            writeAndKill(kind.export(folder, image, detectZeroes), model, random);
            if (!kind.format().equals("raw")) {
                Images.expectLeaksAtMost(image);
            }
            byte[] left = Images.content(image, kind.format(), folder);
            model.expectPossible(left, kind + ", kill " + round + ", " + seed);
            model.adopt(left);
        }
        kind.expectBaseUntouched(folder, seed);
    }

    static List<RandomChain> chains() throws IOException {
        return RandomChain.all();
    }

    @ParameterizedTest
    @MethodSource("chains")
    void flushedBytesOfAChainSurviveAKill(RandomChain chain) throws IOException {
        Seed seed = Seed.orElse(10);
        Random random = seed.random(chain);
        Path image = chain.kind().create(folder, seed);
        var model = new CrashModel(chain.content(image, folder));
        int rounds = Math.ceilDiv(KILLS_OF_CHAINS, chains().size());
        for (int round = 1; round <= rounds; round++) {
            DaemonProcess daemon = chain.start(folder, image, random);
            RandomChain.export(daemon);
            writeAndKill(daemon, model, random);
            byte[] left = chain.content(image, folder);
            model.expectPossible(left, chain + ", kill " + round + ", " + seed);
            model.adopt(left);
        }
    }

    private void writeAndKill(DaemonProcess running, CrashModel model, Random random) {
        try (var daemon = running) {
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
