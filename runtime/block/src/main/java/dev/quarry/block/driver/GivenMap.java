package dev.quarry.block.driver;

import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/** Collects options that were given, by wire name. */
final class GivenMap {
    private final Map<String, Object> given = new LinkedHashMap<>();

    /** Null is "not given". */
    GivenMap put(String option, @Nullable Object value) {
        if (value != null) {
            given.put(option, value);
        }
        return this;
    }

    Map<String, Object> map() {
        return given;
    }
}
