package dev.quarry.qmp.client;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The moment at which patience ends, and how long it lasts altogether. Zero is for ever. */
record Deadline(long atNanos, Duration patience) {
    static Deadline in(Duration patience) {
        return new Deadline(System.nanoTime() + nanos(patience), patience);
    }

    static Deadline earlier(Deadline one, Deadline other) {
        return one.leftNanos() < other.leftNanos() ? one : other;
    }

    private boolean isNever() {
        return patience.isZero();
    }

    boolean hasPassed() {
        return leftNanos() <= 0;
    }

    /** Nanoseconds left, {@link Long#MAX_VALUE} for ever. */
    long leftNanos() {
        return isNever() ? Long.MAX_VALUE : atNanos - System.nanoTime();
    }

    /** Milliseconds left, rounded up, for a selector: 0 is for ever. */
    long leftMillis() {
        return isNever() ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(leftNanos() + 999_999));
    }

    /** Clipped to what {@code nanoTime} can express, some hundred years. */
    private static long nanos(Duration patience) {
        long longest = Long.MAX_VALUE / 4;
        return TimeUnit.NANOSECONDS.convert(patience) > longest
                ? longest
                : TimeUnit.NANOSECONDS.convert(patience);
    }
}
