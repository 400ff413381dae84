package dev.quarry.block;

import dev.quarry.posix.Errno;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/**
 * The one thread that changes the graph, jobs and exports: a queue of short steps that never wait.
 *
 * <p>{@link #call} and {@link #run} may be used from any thread and wait for the step; on the
 * loop's own thread they run it at once. I/O never calls in here, so a step may not wait for I/O.
 */
public final class MainLoop implements AutoCloseable {
    private final LinkedBlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    private final LoopThread thread = new LoopThread();
    private final Object gate = new Object();
    private boolean closed;

    /** Starts the thread. */
    public MainLoop() {
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Runs a step and returns its result; what the step throws, this throws.
     *
     * @throws BlockException {@code ESHUTDOWN} if the loop is closed
     */
    public <T> T call(Supplier<T> step) {
        if (Thread.currentThread() == thread) {
            return step.get();
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        enqueue(() -> complete(result, step));
        return await(result);
    }

    /** As {@link #call}, without a result. */
    public void run(Runnable step) {
        call(() -> {
            step.run();
            return true;
        });
    }

    /**
     * Leaves a step for later, after those left before, and returns. The step must not throw.
     *
     * @throws BlockException {@code ESHUTDOWN} if the loop is closed
     */
    public void post(Runnable step) {
        enqueue(step);
    }

    /**
     * The guard every {@link MainLoopOnly} method begins with.
     *
     * @throws IllegalStateException on any other thread
     */
    public static void assertCurrent() {
        if (!(Thread.currentThread() instanceof LoopThread)) {
            throw new IllegalStateException("not on the main loop: " + Thread.currentThread());
        }
    }

    /** Runs what is queued, then ends the thread. Not from the loop itself. */
    @Override
    public void close() {
        synchronized (gate) {
            if (closed) {
                return;
            }
            closed = true;
            steps.add(() -> thread.ended = true);
        }
        joinThread();
    }

    private void enqueue(Runnable step) {
        synchronized (gate) {
            if (closed) {
                throw BlockException.of(Errno.ESHUTDOWN, "The block layer is shut down");
            }
            steps.add(step);
        }
    }

    private static <T> void complete(CompletableFuture<T> result, Supplier<T> step) {
        try {
            result.complete(step.get());
        } catch (RuntimeException | Error failure) {
            result.completeExceptionally(failure);
        }
    }

    private static <T> T await(CompletableFuture<T> result) {
        try {
            return result.join();
        } catch (CompletionException wrapped) {
            throw rethrown(wrapped);
        }
    }

    private static RuntimeException rethrown(CompletionException wrapped) {
        Throwable cause = wrapped.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException failure ? failure : wrapped;
    }

    private void joinThread() {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException waitOn) {
                interrupted = true;
            }
        }
        if (interrupted) {
            throw new IllegalStateException("interrupted while the main loop ended");
        }
    }

    /** The thread; {@code ended} is its own. */
    private final class LoopThread extends Thread {
        private boolean ended;

        LoopThread() {
            super("main-loop");
        }

        @Override
        public void run() {
            while (!ended) {
                next().run();
            }
        }

        private Runnable next() {
            while (true) {
                try {
                    return steps.take();
                } catch (InterruptedException stray) {
                    // nobody here interrupts; a stray interrupt must not end the loop
                }
            }
        }
    }
}
