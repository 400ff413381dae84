package dev.quarry.qapi.check;

import java.util.HashMap;
import java.util.Map;

/** Finds names of one scope that are alike once every special character is a {@code _}. */
final class ClashCheck {
    private final Map<String, String> seen = new HashMap<>();

    /** Begins with the names of another scope. */
    ClashCheck copy() {
        ClashCheck copy = new ClashCheck();
        copy.seen.putAll(seen);
        return copy;
    }

    /**
     * Adds a name.
     *
     * @param what how a message calls it, such as {@code member 'a'}
     */
    void add(Subject subject, String name, String what) {
        String other = seen.putIfAbsent(NameRules.normalized(name), what);
        if (other != null) {
            throw subject.failure(what + " collides with " + other);
        }
    }
}
