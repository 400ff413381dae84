package dev.quarry.daemon.qmp;

import io.vertx.core.Vertx;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A listening monitor with its own Vert.x, and all of it gone after the test. */
final class TestMonitor implements AutoCloseable {
    final CountDownLatch quit = new CountDownLatch(1);
    final TestCommands commands;
    final Vertx vertx = Vertx.vertx();
    final Path socket;
    final QmpServer server;

    private TestMonitor(Path folder, SessionOptions options, InputBudget input) {
        this.commands = new TestCommands(quit::countDown, input);
        this.socket = folder.resolve("qmp.sock");
        this.server = QmpServer.listenUnix(vertx, commands.service(), options, socket);
    }

    /** Many clients, compact. */
    static TestMonitor start(Path folder) {
        return start(folder, new SessionOptions(false, false));
    }

    static TestMonitor start(Path folder, SessionOptions options) {
        return new TestMonitor(folder, options, new InputBudget());
    }

    /** Many clients, compact. */
    static TestMonitor start(Path folder, InputBudget input) {
        return new TestMonitor(folder, new SessionOptions(false, false), input);
    }

    RawClient connect() throws IOException {
        return RawClient.connect(socket);
    }

    RawClient negotiated() throws IOException {
        return RawClient.negotiated(socket);
    }

    /** Waits until a number of commands hang in {@code wait}. */
    void awaitWaiting(int count) throws InterruptedException {
        long deadline = System.nanoTime() + RawClient.PATIENCE.toNanos();
        while (commands.waiting.get() < count && System.nanoTime() < deadline) {
            Thread.sleep(1);
        }
    }

    @Override
    public void close() {
        commands.released.release(1000);
        server.close();
        try {
            vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("Vert.x does not close", e);
        }
    }
}
