package dev.quarry.block.qcow2;

/** The seed of a randomised test: {@code -Dseed=N} replays, else a fixed one. */
final class Seeds {
    private Seeds() {}

    static long seed() {
        return Long.getLong("seed", 20261130L);
    }
}
