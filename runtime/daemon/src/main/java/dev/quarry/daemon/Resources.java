package dev.quarry.daemon;

import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/** What was opened, to be closed once, the latest first. Any thread. */
final class Resources implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Resources.class.getName());

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private boolean closed;

    /** Takes over a resource and returns it; closes it at once where all is closed already. */
    synchronized <T extends AutoCloseable> T add(T resource) {
        if (closed) {
            closeOne(resource);
        } else {
            open.push(resource);
        }
        return resource;
    }

    /**
     * Closes all that is open. What fails to close is logged, and the rest is closed all the same.
     */
    @Override
    public synchronized void close() {
        closed = true;
        while (!open.isEmpty()) {
            closeOne(open.pop());
        }
    }

    private static void closeOne(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, "cannot close " + resource, e);
        }
    }
}
