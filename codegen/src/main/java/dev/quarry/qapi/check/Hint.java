package dev.quarry.qapi.check;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Comparator;

/** Guesses what a name that does not exist was meant to be. */
final class Hint {
    private static final int MAX_DISTANCE = 2;
    private static final int MIN_LENGTH = 3;
    private static final int MAX_KNOWN = 10_000;

    private Hint() {}

    /** A note that names the nearest of the known names; null where none is near. */
    static @Nullable String nearest(String wrong, Collection<String> known) {
        if (known.size() > MAX_KNOWN) {
            return null;
        }
        return known.stream()
                .filter(name -> wrong.length() >= MIN_LENGTH)
                .filter(name -> Math.abs(name.length() - wrong.length()) <= MAX_DISTANCE)
                .filter(name -> distance(name, wrong) <= MAX_DISTANCE)
                .min(
                        Comparator.comparingInt((String name) -> distance(name, wrong))
                                .thenComparing(Comparator.naturalOrder()))
                .map(name -> "Did you mean '" + name + "'?")
                .orElse(null);
    }

    /** How many characters must be added, removed or replaced to turn one into the other. */
    static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
                row[j] =
                        Math.min(previous[j - 1] + replaced, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[other.length()];
    }
}
