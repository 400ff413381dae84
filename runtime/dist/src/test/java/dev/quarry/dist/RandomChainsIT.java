package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Chains of nodes under random operations of four connections while the graph around them changes,
 * with another size every now and then: what is read is what was written, and in the end the image
 * holds it. The chains are in {@code random-chains.txt}.
 */
@Timeout(300)
class RandomChainsIT {
    private static final int CONNECTIONS = 4;
    private static final int SESSIONS = 5;
    private static final int OPERATIONS_OF_ALL = 100_000;
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(3);

    @TempDir private Path folder;

    static List<RandomChain> chains() throws IOException {
        return RandomChain.all();
    }

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img");
    }

    @ParameterizedTest
    @MethodSource("chains")
    void readsWhatWasWrittenWhateverHappensAroundIt(RandomChain chain) throws IOException {
        Seed seed = Seed.orElse(100_000);
        Random random = seed.random(chain);
        Path image = chain.kind().create(folder, seed);
        byte[] content = chain.content(image, folder);
        try (DaemonProcess daemon = chain.start(folder, image, random)) {
            MonitorClient monitor = daemon.monitor();
            for (int session = 0; session < SESSIONS; session++) {
                String context = chain + ", session " + session;
                ModelledDisk disk = new ModelledDisk(content, seed, context);
                RandomChain.export(daemon);
                work(disk, new GraphChanges(monitor, chain, folder, random), context);
                monitor.execute("block-export-del", "{'id':'e','mode':'hard'}");
                content = resized(disk.content(), monitor, random);
            }
            daemon.quit();
        }
        byte[] left = chain.content(image, folder);
        int wrong = Arrays.mismatch(content, left);
        assertTrue(wrong < 0, () -> chain + ": byte " + wrong + " of the image, " + seed);
        if (!chain.kind().format().equals("raw")) {
            Images.expectClean(image);
        }
        chain.kind().expectBaseUntouched(folder, seed);
    }

    /** Four connections work, and the graph changes until they are done. */
    private void work(ModelledDisk disk, GraphChanges changes, String context) throws IOException {
        List<CompletableFuture<Void>> workers = new ArrayList<>();
        for (int at = 0; at < CONNECTIONS; at++) {
            DiskWorker worker = disk.worker(context + ", connection " + at);
            workers.add(
                    CompletableFuture.runAsync(
                            () -> work(worker), task -> Thread.ofPlatform().start(task)));
        }
        CompletableFuture<Void> all =
                CompletableFuture.allOf(workers.toArray(CompletableFuture[]::new));
        while (!all.isDone()) {
            changes.change();
            Pause.of(BETWEEN_CHANGES);
        }
        all.join();
        try (var socket = connect()) {
            disk.expectEqual(socket);
        }
    }

    private void work(DiskWorker worker) {
        try (var socket = connect()) {
            worker.work(socket, OPERATIONS_OF_ALL / chains().size() / SESSIONS / CONNECTIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private NbdSocket connect() throws IOException {
        return NbdSocket.unix(folder.resolve("nbd.sock"), "disk");
    }

    /** Gives the disk another size; what is new is zero. */
    private static byte[] resized(byte[] content, MonitorClient monitor, Random random) {
        int size = 512 * (DiskKind.SIZE / 1024 + random.nextInt(DiskKind.SIZE / 512));
        monitor.execute("block_resize", "{'node-name':'top','size':" + size + "}");
        return Arrays.copyOf(content, size);
    }
}
