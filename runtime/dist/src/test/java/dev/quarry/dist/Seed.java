package dev.quarry.dist;

import java.util.Random;

/**
 * The seed of a random test: its own by default, so that every build tries the same, or {@code
 * -Dseed=} to replay or to explore. Failure messages carry it.
 */
record Seed(long value) {
    static Seed orElse(long byDefault) {
        return new Seed(Long.getLong("seed", byDefault));
    }

    /** Numbers for one part of a test, independent of the numbers the other parts drew. */
    Random random(Object part) {
        return new Random(value * 0x9E37_79B9_7F4A_7C15L + part.toString().hashCode());
    }

    @Override
    public String toString() {
        return "-Dseed=" + value;
    }
}
