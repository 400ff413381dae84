package dev.quarry.daemon;

import org.jspecify.annotations.Nullable;

/**
 * The end of the process, which every way out takes: {@code quit}, SIGTERM, SIGINT and a start that
 * failed. Closes the daemon once and then halts, so that a signal ends with status 0 and not with
 * the JVM's 143.
 */
final class Shutdown {
    private @Nullable Daemon daemon;

    private Shutdown() {}

    /** Has the signals that end a process come here. */
    static Shutdown onSignals() {
        Shutdown shutdown = new Shutdown();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> shutdown.exit(0), "shutdown"));
        return shutdown;
    }

    /** Tells what to close; waits for nothing. */
    synchronized void closes(Daemon toClose) {
        daemon = toClose;
    }

    /** Closes the daemon and ends the process. Any thread; the first one decides the status. */
    synchronized void exit(int status) {
        try {
            if (daemon != null) {
                daemon.close();
            }
        } finally {
            Runtime.getRuntime().halt(status);
        }
    }
}
