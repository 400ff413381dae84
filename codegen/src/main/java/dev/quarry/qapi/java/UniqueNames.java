package dev.quarry.qapi.java;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Hands out names of one scope, each once: a name that is taken gets a {@code _} at its end. The
 * same claims in the same order give the same names.
 */
final class UniqueNames {
    private final Set<String> taken = new HashSet<>();
    private final boolean inFiles;

    private UniqueNames(boolean inFiles) {
        this.inFiles = inFiles;
    }

    /** For members, methods, constants. */
    static UniqueNames ofMembers() {
        return new UniqueNames(false);
    }

    /** For classes: the names differ in more than case, since file systems may not tell it. */
    static UniqueNames ofClasses() {
        return new UniqueNames(true);
    }

    String claim(String wanted) {
        String name = wanted;
        while (!taken.add(inFiles ? name.toLowerCase(Locale.ROOT) : name)) {
            name += "_";
        }
        return name;
    }
}
