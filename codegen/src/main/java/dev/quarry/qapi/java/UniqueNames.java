package dev.quarry.qapi.java;

import java.util.HashSet;
import java.util.Set;

/** Hands out names of one scope, each once: a name that is taken gets a {@code _} at its end. */
final class UniqueNames {
    private final Set<String> taken = new HashSet<>();

    String claim(String wanted) {
        String name = wanted;
        while (!taken.add(name)) {
            name += "_";
        }
        return name;
    }
}
