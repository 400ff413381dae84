package dev.quarry.daemon.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.testing.Seed;
import dev.quarry.testing.TestNeeds;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Clients that send garbage, do not read, or vanish, beside a good one. */
class BadClientsTest {
    private static final int BAD_INPUTS = 500;
    private static final Duration SOON = Duration.ofSeconds(1);

    @TempDir Path folder;
    private TestMonitor monitor;

    @BeforeEach
    void start() {
        monitor = TestMonitor.start(folder);
    }

    @AfterEach
    void stop() {
        monitor.close();
    }

    @Test
    void fiveHundredMalformedInputsDoNotHoldUpAGoodClient() throws Exception {
        Seed seed = Seed.next();
        SplittableRandom random = seed.random();
        try (RawClient good = monitor.negotiated()) {
            sendGarbage(random); // warms up, so that what is made once has been made
            long files = openFiles();
            long threads = platformThreads();
            for (int i = 0; i < BAD_INPUTS; i++) {
                sendGarbage(random);
                answersSoon(good, i, seed);
            }
            settles(() -> openFiles() <= files, seed + ": descriptors left open");
            settles(() -> platformThreads() <= threads + 2, seed + ": threads left");
        }
    }

    @Test
    void aClientThatNeverReadsItsRepliesHoldsUpNobodyAndIsNotServedAhead() throws Exception {
        try (RawClient lazy = monitor.negotiated();
                RawClient good = monitor.negotiated()) {
            String big = "{'execute':'big','arguments':{'size':1000000}}";
            lazy.send(big.repeat(30));
            for (int i = 0; i < 20; i++) {
                assertEquals("{\"return\": {}}", good.call("{'execute':'echo'}"));
            }
            for (int i = 0; i < 30; i++) {
                assertEquals(1_000_000 + "{\"return\": \"\"}".length(), lazy.line().length());
            }
        }
    }

    @Test
    void aClientThatTakesNothingForTooLongIsCutOffAndASlowOneIsNot() throws Exception {
        var options =
                new SessionOptions(
                        false, false, Role.FULL, AllowedUsers.EVERYBODY, Duration.ofSeconds(3));
        monitor.close();
        monitor = TestMonitor.start(folder, options);
        String big = "{'execute':'big','arguments':{'size':1000000}}";
        try (RawClient dead = monitor.negotiated();
                RawClient slow = monitor.negotiated()) {
            dead.send(big.repeat(3));
            slow.send(big.repeat(3));
            for (int i = 0; i < 3; i++) {
                Thread.sleep(1_000);
                assertEquals(1_000_000 + "{\"return\": \"\"}".length(), slow.line().length());
            }
            assertEquals("{\"return\": {}}", slow.call("{'execute':'echo'}"));
            assertTrue(readsLessThan(dead, 3));
        }
    }

    @Test
    void commandsThatHangInTheKernelHoldUpNobodyElse() throws Exception {
        Path fifo = folder.resolve("fifo");
        TestNeeds.tools("mkfifo");
        assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
        int count = 3 * Integer.getInteger("jdk.virtualThreadScheduler.parallelism", 16);
        List<RawClient> stuck = new ArrayList<>();
        try (RawClient good = monitor.negotiated()) {
            for (int i = 0; i < count; i++) {
                stuck.add(monitor.negotiated());
                stuck.get(i).send("{'execute':'read','arguments':{'file':'" + fifo + "'}}");
            }
            monitor.awaitWaiting(count);
            for (int i = 0; i < 20; i++) {
                answersSoon(good, i, Seed.next());
            }
            // Open until all have been let through, also who has not come to the file yet.
            try (OutputStream writer = Files.newOutputStream(fifo)) {
                assertNotNull(writer);
                for (RawClient client : stuck) {
                    assertEquals("{\"return\": {}}", client.line());
                    client.close();
                }
            }
        }
    }

    @Test
    void aClientThatNeverReadsItsEventsIsCutOff() throws Exception {
        try (RawClient lazy = monitor.negotiated();
                RawClient good = monitor.negotiated()) {
            String data = "{'t':'" + "x".repeat(100_000) + "'}";
            String emit = "{'execute':'emit','arguments':{'name':'E','data':" + data + "}}";
            for (int i = 0; i < 200; i++) {
                assertTrue(good.call(emit).contains("\"event\""));
                assertEquals("{\"return\": {}}", good.line());
            }
            assertTrue(readsLessThan(lazy, 200));
        }
    }

    @Test
    void aClientThatVanishesWhileItsCommandRunsLeavesNothingBehind() throws Exception {
        long files = openFiles();
        for (int i = 0; i < 20; i++) {
            try (RawClient client = monitor.negotiated()) {
                client.send("{'execute':'wait'}{'execute':'echo'}");
                monitor.awaitWaiting(i + 1);
            }
        }
        monitor.commands.released.release(20);
        settles(() -> openFiles() <= files, "descriptors left open");
    }

    @Test
    void aClientThatNeverReadsDoesNotKeepTheDaemonFromItsEnd() throws Exception {
        try (RawClient lazy = monitor.negotiated()) {
            lazy.send("{'execute':'big','arguments':{'size':3000000}}{'execute':'quit'}");
            try (RawClient good = monitor.negotiated()) {
                good.send("{'execute':'quit'}");
                assertTrue(monitor.quit.await(20, TimeUnit.SECONDS));
            }
            long before = System.nanoTime();
            monitor.server.close();
            assertTrue(System.nanoTime() - before < RawClient.PATIENCE.toNanos());
        }
    }

    private void sendGarbage(SplittableRandom random) throws IOException {
        try (RawClient bad = monitor.connect()) {
            byte[] garbage = new byte[random.nextInt(2000)];
            random.nextBytes(garbage);
            if (random.nextBoolean()) {
                bad.send("{'execute':'qmp_capabilities'}{'execute':");
            }
            bad.send(garbage);
            if (random.nextBoolean()) {
                bad.endOutput();
                bad.rest();
            }
        } catch (IOException reset) {
            assertTrue(true, "the server may end the connection first");
        }
    }

    private static void answersSoon(RawClient good, int number, Seed seed) throws IOException {
        long before = System.nanoTime();
        String reply = good.call("{'execute':'echo','id':" + number + "}");
        long took = System.nanoTime() - before;
        assertEquals("{\"return\": {}, \"id\": " + number + "}", reply, seed::toString);
        assertTrue(took < SOON.toNanos(), () -> seed + ": took " + took / 1_000_000 + " ms");
    }

    private static boolean readsLessThan(RawClient client, int count) throws IOException {
        List<Integer> lengths = new ArrayList<>();
        try {
            String line = client.lineOrEnd(RawClient.PATIENCE);
            while (line != null) {
                lengths.add(line.length());
                line = client.lineOrEnd(RawClient.PATIENCE);
            }
        } catch (AssertionError insideAMessage) {
            return lengths.size() < count;
        }
        return lengths.size() < count;
    }

    private interface Check {
        boolean holds() throws IOException;
    }

    private static void settles(Check check, String otherwise) throws Exception {
        long deadline = System.nanoTime() + RawClient.PATIENCE.toNanos();
        while (!check.holds() && System.nanoTime() < deadline) {
            Thread.sleep(20);
        }
        assertTrue(check.holds(), otherwise);
    }

    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    private static long platformThreads() throws IOException {
        try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
            return tasks.count();
        }
    }
}
