package dev.quarry.block;

/**
 * The requests that came to one node since it was opened, from exports and from nodes above.
 *
 * @param writes data writes and zero writes
 */
public record RequestCounters(
        RequestCounter reads,
        RequestCounter writes,
        RequestCounter discards,
        RequestCounter flushes) {
    RequestCounters() {
        this(
                new RequestCounter(),
                new RequestCounter(),
                new RequestCounter(),
                new RequestCounter());
    }
}
