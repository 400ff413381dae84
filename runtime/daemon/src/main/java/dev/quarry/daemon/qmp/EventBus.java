package dev.quarry.daemon.qmp;

import dev.quarry.qmp.codec.QapiEvent;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Brings events to every negotiated monitor, in the same order to each. Emitting never waits for a
 * client. A few kinds of event are held back to one a second, of which the last is kept.
 *
 * <p>Any thread.
 */
public final class EventBus {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Map<String, Duration> LIMITS =
            Map.of(
                    "QUORUM_FAILURE", SECOND,
                    "QUORUM_REPORT_BAD", SECOND,
                    "VSERPORT_CHANGE", SECOND);

    private final Set<Consumer<Broadcast>> listeners = new LinkedHashSet<>();
    private final EventThrottle throttle;

    /** Creates a bus without listeners. */
    public EventBus() {
        this(LIMITS);
    }

    EventBus(Map<String, Duration> limits) {
        this.throttle = new EventThrottle(limits, this::deliver);
    }

    /** Sends an event, with the time of this call, to all monitors that have negotiated. */
    public void emit(QapiEvent event) {
        throttle.accept(event);
    }

    synchronized void add(Consumer<Broadcast> listener) {
        listeners.add(listener);
    }

    synchronized void remove(Consumer<Broadcast> listener) {
        listeners.remove(listener);
    }

    private synchronized void deliver(QapiEvent event, Instant at) {
        if (!listeners.isEmpty()) {
            Broadcast broadcast = new Broadcast(event, at);
            listeners.forEach(listener -> listener.accept(broadcast));
        }
    }
}
