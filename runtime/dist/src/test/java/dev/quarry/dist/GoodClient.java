package dev.quarry.dist;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client without fault that works all the time while others misbehave: it asks the monitor, and
 * writes and reads back over NBD. Each answer has to come within a second and be right.
 */
final class GoodClient {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final int BLOCK = 4096;

    private final MonitorClient monitor;
    private final NbdSocket socket;
    private final Random random = new Random(1);
    private final CompletableFuture<Integer> rounds;
    private volatile boolean stopped;
    private volatile long since;

    /** Starts to work; both connections belong to it until it was stopped. */
    GoodClient(MonitorClient monitor, NbdSocket socket) {
        this.monitor = monitor;
        this.socket = socket;
        this.since = System.nanoTime();
        this.rounds =
                CompletableFuture.supplyAsync(this::work, task -> Thread.ofPlatform().start(task));
    }

    /** Fails when an answer was wrong or late, or is late now. */
    void expectWell() {
        if (rounds.isDone()) {
            rounds.join();
        }
        expectInTime("an answer that has not come yet", since);
    }

    /** Stops, and fails when an answer was wrong or late; returns how often it was answered. */
    int stop() {
        stopped = true;
        try {
            return rounds.get(LIMIT.toMillis() * 3, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("the good client got no answer", e);
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError("the good client: " + e.getMessage(), e);
        }
    }

    private int work() {
        int done = 0;
        while (!stopped || done == 0) {
            timed("query-block-exports", () -> monitor.execute("query-block-exports"));
            timed("write and read", this::writeAndRead);
            Pause.of(Duration.ofMillis(2));
            done++;
        }
        return done;
    }

    private void writeAndRead() throws IOException {
        byte[] data = new byte[BLOCK];
        random.nextBytes(data);
        long offset = random.nextLong(socket.size() - BLOCK);
        socket.write(0, offset, data);
        if (!Arrays.equals(data, socket.read(offset, BLOCK))) {
            throw new AssertionError("read back other bytes at " + offset);
        }
    }

    private void timed(String what, Step step) {
        since = System.nanoTime();
        try {
            step.run();
        } catch (IOException e) {
            throw new AssertionError(what + ": " + e, e);
        }
        expectInTime(what, since);
        since = System.nanoTime();
    }

    private static void expectInTime(String what, long since) {
        Duration took = Duration.ofNanos(System.nanoTime() - since);
        if (took.compareTo(LIMIT) > 0) {
            throw new AssertionError(
                    "the good client waited " + took.toMillis() + " ms for " + what);
        }
    }

    private interface Step {
        void run() throws IOException;
    }
}
