package dev.quarry.qmp.client;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Calls a listener on a thread of its own, so that it may block and may call the client. The thread
 * exists only while there are events.
 */
final class EventDelivery {
    private final Consumer<QmpEvent> listener;
    private final Deque<QmpEvent> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean ended;

    EventDelivery(Consumer<QmpEvent> listener) {
        this.listener = listener;
    }

    synchronized void deliver(QmpEvent event) {
        if (ended) {
            return;
        }
        waiting.add(event);
        if (!running) {
            running = true;
            Thread thread = new Thread(this::run, "qmp-client-events");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /** Takes no more events; those that came are still delivered. */
    synchronized void end() {
        ended = true;
    }

    private void run() {
        for (QmpEvent event = next(); event != null; event = next()) {
            listener.accept(event);
        }
    }

    private synchronized @Nullable QmpEvent next() {
        QmpEvent event = waiting.poll();
        running = event != null;
        return event;
    }
}
