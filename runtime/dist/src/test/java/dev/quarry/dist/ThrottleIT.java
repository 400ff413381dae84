package dev.quarry.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** Nodes that are used no faster than they may be, and nobody else who waits for them. */
@Timeout(120)
class ThrottleIT {
    private static final int PIECE = 64 << 10;

    @TempDir private Path folder;
    private DaemonProcess daemon;

    @BeforeEach
    void start() throws IOException {
        daemon =
                DaemonProcess.start(folder, "--nbd-server", "addr.type=unix,addr.path=" + socket());
        execute("object-add", "{'qom-type':'throttle-group','id':'g'}");
        for (String node : new String[] {"a", "b"}) {
            execute(
                    "blockdev-add",
                    "{'driver':'throttle','node-name':'"
                            + node
                            + "','throttle-group':'g','file':{'driver':'null-co'}}");
            execute(
                    "block-export-add",
                    "{'type':'nbd','id':'"
                            + node
                            + "','node-name':'"
                            + node
                            + "','writable':true}");
        }
    }

    @AfterEach
    void end() {
        daemon.close();
    }

    @Test
    void nodesOfAGroupShareItsRateAndTheMonitorIsNotHeldUp() throws Exception {
        limit("{'bps-write':1048576}");
        long begin = System.nanoTime();
        CompletableFuture<Void> one = write("a", 16);
        CompletableFuture<Void> other = write("b", 16);
        while (!one.isDone() || !other.isDone()) {
            long asked = System.nanoTime();
            daemon.monitor().execute("query-named-block-nodes");
            assertTrue(System.nanoTime() - asked < 2_000_000_000L, "the monitor is held up");
        }
        one.get();
        other.get();
        double seconds = (System.nanoTime() - begin) / 1e9;
        // Two megabytes at one a second, the last piece and a tenth of a second on credit.
        assertTrue(seconds > 1.7 && seconds < 10, "took " + seconds + " s");
    }

    @Test
    void whatIsNotLimitedGoesOn() throws Exception {
        limit("{'bps-write':1}");
        CompletableFuture<Void> held = write("a", 2);
        try (NbdSocket nbd = NbdSocket.unix(socket(), "b")) {
            assertEquals(PIECE, nbd.read(0, PIECE).length);
        }
        assertFalse(held.isDone());
        limit("{'bps-write':0}");
        held.get(20, TimeUnit.SECONDS);
    }

    @Test
    void nodesGoWhileRequestsWait() throws Exception {
        limit("{'bps-write':1}");
        CompletableFuture<Void> held = write("a", 3);
        Thread.sleep(200);
        execute("block-export-del", "{'id':'a','mode':'hard'}");
        assertTrue(
                Pause.until(
                        Duration.ofSeconds(20),
                        () -> daemon.monitor().execute("query-block-exports").size() == 1),
                "the export does not go away");
        execute("blockdev-del", "{'node-name':'a'}");
        daemon.monitor().refused("object-del", "{'id':'g'}");
        outcome(held);
    }

    @Test
    void theDaemonEndsWhileRequestsWait() throws Exception {
        limit("{'iops-total':1}");
        CompletableFuture<Void> held = write("a", 60);
        Thread.sleep(200);
        daemon.quit();
        outcome(held);
    }

    @Test
    void aNodeChangesItsGroup() throws Exception {
        limit("{'bps-write':1}");
        CompletableFuture<Void> held = write("a", 3);
        execute("object-add", "{'qom-type':'throttle-group','id':'h'}");
        String node =
                "{'driver':'throttle','node-name':'%s','throttle-group':'%s','file':{'driver':'null-co'}}";
        execute("blockdev-reopen", "{'options':[" + node.formatted("a", "h") + "]}");
        held.get(20, TimeUnit.SECONDS);
        daemon.monitor()
                .refused("blockdev-reopen", "{'options':[" + node.formatted("b", "none") + "]}");
        daemon.monitor().refused("object-del", "{'id':'h'}");
        execute("blockdev-reopen", "{'options':[" + node.formatted("a", "g") + "]}");
        execute("object-del", "{'id':'h'}");
    }

    private void limit(String limits) {
        execute("qom-set", "{'path':'/objects/g','property':'limits','value':" + limits + "}");
    }

    private void execute(String command, String arguments) {
        daemon.monitor().execute(command, arguments);
    }

    private CompletableFuture<Void> write(String export, int pieces) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(() -> {
                    try (NbdSocket nbd = NbdSocket.unix(socket(), export)) {
                        for (int i = 0; i < pieces; i++) {
                            nbd.write(0, (long) i * PIECE, new byte[PIECE]);
                        }
                        done.complete(null);
                    } catch (IOException | UncheckedIOException gone) {
                        done.completeExceptionally(gone);
                    }
                });
        return done;
    }

    /** A writer ends, by success or as it was cut off. */
    private static void outcome(CompletableFuture<Void> writer) throws Exception {
        try {
            writer.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException cutOff) {
            assertTrue(cutOff.getCause() instanceof IOException, cutOff::toString);
        }
    }

    private Path socket() {
        return folder.resolve("nbd.sock");
    }
}
