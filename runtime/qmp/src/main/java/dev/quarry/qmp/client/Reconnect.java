package dev.quarry.qmp.client;

import java.time.Duration;

/**
 * Whether a client comes back after its connection is lost. Commands that are under way then fail
 * in any case and are never repeated, for they may have been carried out; commands called during
 * the outage wait, within their time-out, and are sent once the connection is back.
 */
public final class Reconnect {
    private static final Reconnect NEVER = new Reconnect(Duration.ZERO, Duration.ZERO, 0);

    private final Duration first;
    private final Duration longest;
    private final int attempts;

    private Reconnect(Duration first, Duration longest, int attempts) {
        this.first = first;
        this.longest = longest;
        this.attempts = attempts;
    }

    /** The end of the connection is the end of the client. The default. */
    public static Reconnect never() {
        return NEVER;
    }

    /** Tries for ever, with that pause before each attempt. */
    public static Reconnect every(Duration pause) {
        return new Reconnect(pause, pause, Integer.MAX_VALUE);
    }

    /** The same, but each pause is twice as long as the one before, up to this one. */
    public Reconnect slowingTo(Duration longestPause) {
        return new Reconnect(first, longestPause, attempts);
    }

    /**
     * The same, but gives up after so many attempts in a row.
     *
     * @param most at least 1
     */
    public Reconnect atMost(int most) {
        if (most < 1) {
            throw new IllegalArgumentException("attempts must be 1 or more: " + most);
        }
        return new Reconnect(first, longest, most);
    }

    boolean allows(int attempt) {
        return attempt < attempts;
    }

    /** The pause before an attempt, counted from 0. */
    Duration pause(int attempt) {
        Duration pause = first.multipliedBy(1L << Math.min(attempt, 30));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
