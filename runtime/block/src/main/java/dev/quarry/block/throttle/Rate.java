package dev.quarry.block.throttle;

import org.jspecify.annotations.Nullable;

/**
 * How much may be done in a second.
 *
 * @param average units a second in the long run; 0 for no limit
 * @param burst units a second for a short time; 0 for none
 * @param burstSeconds how long the burst may last after a time of rest
 */
record Rate(double average, double burst, double burstSeconds) {
    /** With a burst, how much of it may be ahead of an even pace. */
    private static final double AHEAD = 0.1;

    static Rate of(@Nullable Long average, @Nullable Long burst, @Nullable Long burstSeconds) {
        return new Rate(orElse(average, 0), orElse(burst, 0), orElse(burstSeconds, 1));
    }

    private static double orElse(@Nullable Long given, long otherwise) {
        return given == null ? otherwise : given;
    }

    boolean isUnlimited() {
        return average == 0;
    }

    /** How much can be done after a time of rest before the average is held to. */
    double credit() {
        return burst == 0 ? average * AHEAD : burst * burstSeconds;
    }

    /** Whether the burst has a pace of its own: one that is long. */
    boolean hasBurstPace() {
        return burst != 0 && burstSeconds > 1;
    }

    /** How much of a long burst may be ahead of its pace. */
    double burstCredit() {
        return burst * AHEAD;
    }
}
