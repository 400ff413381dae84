package dev.quarry.nbd;

import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads that carry out requests of one connection beside each other, where the disk is one that
 * waits. They come when there is work and go after some seconds without. Replies go out one by one,
 * in whatever order they are ready.
 */
final class NbdCrew implements AutoCloseable {
    private static final Logger LOG = System.getLogger(NbdCrew.class.getName());

    /** Most requests under way: what the usual clients send at once. */
    private static final int SIZE = 16;

    private static final int SECONDS_IDLE = 2;

    private final NbdSession session;
    private final NbdConnection connection;
    private final NbdOutput output;
    private final Semaphore free = new Semaphore(SIZE);
    private final ThreadPoolExecutor threads;

    NbdCrew(NbdSession session, NbdConnection connection, NbdOutput output) {
        this.session = session;
        this.connection = connection;
        this.output = output;
        this.threads =
                new ThreadPoolExecutor(
                        SIZE,
                        SIZE,
                        SECONDS_IDLE,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().name("nbd-crew-", 0).daemon().factory());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Whether a request is under way. */
    boolean isBusy() {
        return free.availablePermits() < SIZE;
    }

    /** Carries out a request that has no payload; waits while too many are under way. */
    void take(NbdRequest request) {
        free.acquireUninterruptibly();
        threads.execute(() -> carryOut(request, NbdCrew::noPayload));
    }

    /** Carries out a write of what the lease holds, and gives the lease back. */
    void take(NbdRequest request, NbdBuffers.Lease lease) {
        free.acquireUninterruptibly();
        threads.execute(() -> {
            try (lease) {
                carryOut(request, write -> write(write, lease));
            }
        });
    }

    private void write(NbdRequest request, NbdBuffers.Lease lease) {
        NbdDisk disk = session.export().disk();
        disk.write(request.offset(), lease.buffer(), request.isFua());
    }

    private static void noPayload(NbdRequest request) {
        throw new IllegalStateException("a payload is missing: " + request);
    }

    private void carryOut(NbdRequest request, NbdExecution.Payload payload) {
        try (PooledBuffer memory = BufferPool.lease(NbdConnection.OUTPUT_BYTES)) {
            NbdOutput reply = output.sibling(memory.buffer());
            new NbdExecution(session, reply).answer(request, payload);
            reply.flush();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a client went away while it was served", e);
            connection.shut();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a client was dropped since serving it failed", e);
            connection.shut();
        } finally {
            free.release();
        }
    }

    /** Waits until no request is under way, then lets the threads go. */
    @Override
    public void close() {
        free.acquireUninterruptibly(SIZE);
        threads.shutdown();
    }
}
