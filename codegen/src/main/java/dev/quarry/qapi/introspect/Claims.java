package dev.quarry.qapi.introspect;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The names that are given away. They become names of files, so two of them differ in more than the
 * case of their letters, and none is too long.
 */
final class Claims {
    private static final int LONGEST = 160;

    private final Set<String> taken = new HashSet<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    boolean take(String name) {
        return taken.add(name.toLowerCase(Locale.ROOT));
    }

    /** Takes the first name that is free, else the first of them with a number at its end. */
    String takeOne(List<String> wanted) {
        for (String name : wanted) {
            if (name.length() <= LONGEST && take(name)) {
                return name;
            }
        }
        String first = wanted.get(0);
        return numbered(first.substring(0, Math.min(first.length(), LONGEST)));
    }

    private String numbered(String name) {
        String numbered;
        do {
            numbered = name + numbers.merge(name, 2, (last, two) -> last + 1);
        } while (!take(numbered));
        return numbered;
    }
}
