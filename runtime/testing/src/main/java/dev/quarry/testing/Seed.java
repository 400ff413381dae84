package dev.quarry.testing;

import java.util.Random;
import java.util.SplittableRandom;

/**
 * The seed of a test with random input. {@code -Dseed=N} replays or explores; without it a test has
 * either a new seed in every run or a fixed one. Failure messages carry it.
 *
 * @param value the number that all of the test's random numbers follow from
 */
public record Seed(long value) {
    /** A new seed in every run. */
    public static Seed next() {
        return orElse(System.nanoTime());
    }

    /** The same seed in every run. */
    public static Seed orElse(long byDefault) {
        return new Seed(Long.getLong("seed", byDefault));
    }

    /** The numbers of a test that draws them in one place. */
    public SplittableRandom random() {
        return new SplittableRandom(value);
    }

    /** Numbers for one part of a test, independent of the numbers the other parts drew. */
    public Random random(Object part) {
        return new Random(value * 0x9E37_79B9_7F4A_7C15L + part.toString().hashCode());
    }

    /** How to replay, for a failure's message. */
    @Override
    public String toString() {
        return "replay with -Dseed=" + value;
    }
}
