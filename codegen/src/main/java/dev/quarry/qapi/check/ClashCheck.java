package dev.quarry.qapi.check;

import java.util.HashMap;
import java.util.Map;

/** Finds names of one scope that are alike once every special character is a {@code _}. */
final class ClashCheck {
    private final Map<String, String> seen = new HashMap<>();

    /**
     * Adds a name.
     *
     * @param what how a message calls it, such as {@code member 'a'}
     */
    void add(Subject subject, String name, String what) {
        refuse(subject, name, what);
        seen.put(key(subject, name), what);
    }

    /** Fails where a name of another scope is one of these. */
    void refuse(Subject subject, String name, String what) {
        String other = seen.get(key(subject, name));
        if (other != null) {
            throw subject.failure(what + " collides with " + other);
        }
    }

    /** Until 2.5 only equal names were found to collide. */
    private static String key(Subject subject, String name) {
        return subject.dialect().acceptsUntil(206) ? name : NameRules.normalized(name);
    }
}
