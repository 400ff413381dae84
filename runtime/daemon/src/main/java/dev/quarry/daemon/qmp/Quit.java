package dev.quarry.daemon.qmp;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The end of the daemon by command. The handler of {@code quit} asks for it; the session that ran
 * the handler sends the reply, drops what came after, ends its connection, and only then is the
 * daemon told.
 */
public final class Quit {
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final Runnable whenAnswered;
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicReference<@Nullable Thread> requester = new AtomicReference<>();

    /**
     * Creates the way out.
     *
     * @param whenAnswered run once, on a thread of its own, when the reply is out
     */
    public Quit(Runnable whenAnswered) {
        this.whenAnswered = whenAnswered;
    }

    /**
     * Asks for the end. To be called by a command's handler, on the thread it was called on. A
     * client that does not take its reply delays the end for a few seconds at most.
     */
    public void request() {
        requester.set(Thread.currentThread());
        Thread.ofVirtual().name("quit-at-latest").start(this::answeredAtLatest);
    }

    private void answeredAtLatest() {
        try {
            Thread.sleep(LONGEST);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
        answered();
    }

    /** Whether the command that this thread has just run asked for the end. True once. */
    boolean requestedByThisThread() {
        return requester.compareAndSet(Thread.currentThread(), null);
    }

    /** The requester has its reply, or cannot be reached any more. */
    void answered() {
        if (told.compareAndSet(false, true)) {
            Thread.ofPlatform().name("quit").start(whenAnswered);
        }
    }
}
