package dev.quarry.nbd;

import java.util.concurrent.TimeUnit;

/**
 * Judges from the time requests take whether the disk waits for a device or merely copies memory.
 * Used by one thread.
 *
 * <p>A copy is allowed 30 µs and half a nanosecond a byte. A single request counts three times its
 * allowance at most, since a thread that had to wait for a processor looks slow too.
 */
final class NbdPace {
    private static final long ALLOWED = TimeUnit.MICROSECONDS.toNanos(30);
    private static final double MOST = 3;
    private static final double WEIGHT = 1.0 / 8;

    private double average;

    /** A request for so many bytes has taken so long. */
    void took(long nanos, long bytes) {
        double score = Math.min(MOST, (double) nanos / (ALLOWED + bytes / 2));
        average += (score - average) * WEIGHT;
    }

    /** Whether requests wait, so that several at a time get more done. */
    boolean isSlow() {
        return average > 1;
    }
}
