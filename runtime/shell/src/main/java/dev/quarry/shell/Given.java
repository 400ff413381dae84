package dev.quarry.shell;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pairs that a line has already, by their dotted keys. */
final class Given {
    private final Map<String, String> values = new HashMap<>();

    private Given() {}

    /** Those that are whole; the last word may be unfinished and does not matter much. */
    static Given of(List<String> words) {
        Given given = new Given();
        for (String word : words) {
            for (String pair : word.split(",", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    given.values.put(pair.substring(0, equals), pair.substring(equals + 1));
                }
            }
        }
        return given;
    }

    @Nullable String value(String key) {
        return values.get(key);
    }

    /** Whether a key has been given, which is written {@code key=}. */
    boolean has(String keyAndEquals) {
        return keyAndEquals.endsWith("=")
                && values.containsKey(keyAndEquals.substring(0, keyAndEquals.length() - 1));
    }
}
