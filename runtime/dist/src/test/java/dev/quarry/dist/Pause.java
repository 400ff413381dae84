package dev.quarry.dist;

import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/** Waiting in tests: for a while, or until something holds. */
final class Pause {
    private Pause() {}

    static void of(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while waiting", e);
        }
    }

    /** Waits until the condition holds, at most this long; returns whether it does. */
    static boolean until(Duration limit, BooleanSupplier condition) {
        Instant end = Instant.now().plus(limit);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                return false;
            }
            of(Duration.ofMillis(20));
        }
        return true;
    }
}
