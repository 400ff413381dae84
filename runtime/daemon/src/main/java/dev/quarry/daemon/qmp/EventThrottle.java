package dev.quarry.daemon.qmp;

import dev.quarry.qapi.generated.QuorumReportBadEvent;
import dev.quarry.qmp.codec.QapiEvent;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Lets events of a limited kind through at most once an interval: the first at once, of those that
 * follow within the interval only the last, when it is over. All other kinds pass.
 */
final class EventThrottle {
    private record Held(QapiEvent event, Instant at) {}

    private final Map<String, Duration> limits;
    private final BiConsumer<QapiEvent, Instant> sink;

    /** Kinds whose interval is running, with the event that waits for its end, if any. */
    private final Map<String, @Nullable Held> running = new HashMap<>();

    EventThrottle(Map<String, Duration> limits, BiConsumer<QapiEvent, Instant> sink) {
        this.limits = Map.copyOf(limits);
        this.sink = sink;
    }

    void accept(QapiEvent event) {
        Instant now = Instant.now();
        Duration interval = limits.get(event.wireName());
        if (interval == null || begin(event, now, interval)) {
            sink.accept(event, now);
        }
    }

    /** True if the event may go now, which starts its kind's interval; else it is held. */
    private synchronized boolean begin(QapiEvent event, Instant now, Duration interval) {
        String kind = kind(event);
        if (running.containsKey(kind)) {
            running.put(kind, new Held(event, now));
            return false;
        }
        running.put(kind, null);
        startInterval(kind, interval);
        return true;
    }

    /** Each child of a quorum is heard. */
    private static String kind(QapiEvent event) {
        return event instanceof QuorumReportBadEvent bad
                ? event.wireName() + " " + bad.nodeName()
                : event.wireName();
    }

    private void startInterval(String kind, Duration interval) {
        Thread.ofVirtual().name("event-throttle").start(() -> afterInterval(kind, interval));
    }

    private void afterInterval(String kind, Duration interval) {
        Held held;
        do {
            sleep(interval);
            held = next(kind);
            if (held != null) {
                sink.accept(held.event(), held.at());
            }
        } while (held != null);
    }

    private synchronized @Nullable Held next(String kind) {
        Held held = running.remove(kind);
        if (held != null) {
            running.put(kind, null);
        }
        return held;
    }

    private static void sleep(Duration interval) {
        try {
            Thread.sleep(interval);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
