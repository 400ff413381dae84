package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collects options that were given, by wire name. One thread. */
public final class GivenMap {
    private final Map<String, Object> given = new LinkedHashMap<>();

    /** Null is "not given". */
    public GivenMap put(String option, @Nullable Object value) {
        if (value != null) {
            given.put(option, value);
        }
        return this;
    }

    /** What was given, in that order. */
    public Map<String, Object> map() {
        return given;
    }
}
