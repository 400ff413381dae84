package dev.quarry.daemon.qmp;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs jobs one after another, in order, on a thread that it has only while there are any. Jobs do
 * not throw.
 *
 * <p>The threads are the system's own: a command may hang in the kernel, on a pipe or a dead file
 * server, and a virtual thread would then keep its carrier from everybody else.
 */
final class Lane {
    private static final Executor THREADS =
            new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    5,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().daemon().name("qmp-", 1).factory());

    private final Runnable whenRoom;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean executing;
    private volatile boolean idle = true;

    /**
     * Creates an idle lane.
     *
     * @param whenRoom called without locks, on the lane's thread, when a job has been taken off the
     *     queue and when it has been done
     */
    Lane(Runnable whenRoom) {
        this.whenRoom = whenRoom;
    }

    synchronized void add(Runnable job) {
        waiting.add(job);
        idle = false;
        if (!running) {
            running = true;
            THREADS.execute(this::run);
        }
    }

    /** Jobs that have not begun. */
    synchronized int waiting() {
        return waiting.size();
    }

    /** True when no job runs and none waits. */
    boolean isIdle() {
        return idle;
    }

    /** Forgets the jobs that have not begun. */
    synchronized void drop() {
        waiting.clear();
        idle = !executing;
    }

    private void run() {
        for (Runnable job = take(); job != null; job = take()) {
            whenRoom.run();
            job.run();
            done();
            whenRoom.run();
        }
    }

    private synchronized @Nullable Runnable take() {
        Runnable job = waiting.poll();
        executing = job != null;
        running = job != null;
        return job;
    }

    private synchronized void done() {
        executing = false;
        idle = waiting.isEmpty();
    }
}
