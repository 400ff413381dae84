package dev.quarry.daemon.qmp;

import java.util.SplittableRandom;

/**
 * The seed of a test with random input: {@code -Dseed=N} replays, else every run takes a new one.
 * Tests name it in their failures.
 */
final class Seed {
    private final long value;

    private Seed(long value) {
        this.value = value;
    }

    static Seed next() {
        return new Seed(Long.getLong("seed", System.nanoTime()));
    }

    SplittableRandom random() {
        return new SplittableRandom(value);
    }

    @Override
    public String toString() {
        return "replay with -Dseed=" + value;
    }
}
