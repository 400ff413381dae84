package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Ending under load, with writers connected, is clean: everything that was acknowledged is on the
 * disk, the image has no fault and no leak, and no socket is left behind.
 */
@Timeout(120)
class OrderlyEndIT {
    @TempDir private Path folder;

    /** The ways in which writers lose their export. */
    enum End {
        SIGNAL,
        QUIT,
        SERVER_STOP,
        EXPORT_DEL;

        void of(DaemonProcess daemon) {
            switch (this) {
                case SIGNAL -> daemon.terminate();
                case QUIT -> daemon.quit();
                case SERVER_STOP -> {
                    daemon.monitor().execute("nbd-server-stop");
                    daemon.quit();
                }
                case EXPORT_DEL -> {
                    var monitor = daemon.monitor();
                    monitor.refused("block-export-del", "{'id': 'e'}");
                    monitor.execute("block-export-del", "{'id': 'e', 'mode': 'hard'}");
                    assertTrue(
                            Pause.until(
                                    Duration.ofSeconds(10),
                                    () -> monitor.execute("query-block-exports").isEmpty()),
                            "the export does not go away");
                    monitor.execute("blockdev-del", "{'node-name': 'disk'}");
                    daemon.quit();
                }
            }
        }
    }

    @BeforeEach
    void needTools() {
        TestNeeds.tools("qemu-img");
    }

    @ParameterizedTest
    @EnumSource
    void nothingAcknowledgedIsLost(End end) throws IOException {
        Seed seed = Seed.orElse(3);
        Path image = DiskKind.QCOW2.create(folder, seed);
        var model = new CrashModel(new byte[DiskKind.SIZE]);
        Path socket = folder.resolve("nbd.sock");
        try (var daemon = DiskKind.QCOW2.export(folder, image, "unmap")) {
            List<CompletableFuture<IOException>> writers =
                    List.of("first", "second").stream()
                            .map(name -> new CrashWriter(model, seed.random(name + end)))
                            .map(writer -> writer.start(socket))
                            .toList();
            boolean ready = Pause.until(Duration.ofSeconds(20), () -> model.flushes() >= 3);
            end.of(daemon);
            writers.forEach(CompletableFuture::join);
            assertTrue(ready, "the writers hardly wrote");
        }
        model.ended();
        Images.expectClean(image);
        model.expectPossible(Images.content(image, "qcow2", folder), end + ", " + seed);
        if (end == End.SERVER_STOP || !Target.isPeer()) {
            expectGone(socket); // the peer leaves it where nobody stopped its server
        }
        expectGone(folder.resolve("qmp.sock"));
    }

    private static void expectGone(Path socket) {
        if (Files.exists(socket)) {
            throw new AssertionError("left behind: " + socket);
        }
    }
}
