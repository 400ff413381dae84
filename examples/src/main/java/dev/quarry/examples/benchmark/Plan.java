package dev.quarry.examples.benchmark;

import java.time.Duration;

/**
 * How much is measured.
 *
 * @param warmUps rounds whose figures are forgotten, for caches and compilers to settle
 * @param rounds counted rounds
 * @param span how long a load with a time limit runs
 * @param diskBytes size of the disks with data
 * @param zeroBytes how much is written in a row of zero writes
 * @param commands how many commands a row of QMP sends
 * @param limit when the whole of it is given up
 */
record Plan(
        int warmUps,
        int rounds,
        Duration span,
        long diskBytes,
        long zeroBytes,
        int commands,
        Duration limit) {
    /** For figures: about half an hour with all peers. */
    static Plan full() {
        return new Plan(
                1, 5, Duration.ofMillis(700), 256L << 20, 1L << 30, 2_000, Duration.ofMinutes(90));
    }

    /** Shows that all of it runs, in two minutes; the figures are those of servers just started. */
    static Plan quick() {
        return new Plan(
                1, 1, Duration.ofMillis(200), 32L << 20, 64L << 20, 200, Duration.ofMinutes(10));
    }
}
