package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What generated records and builders share. */
public final class Members {
    private Members() {}

    /**
     * The value of a mandatory member.
     *
     * @throws IllegalStateException it was never set
     */
    public static <T> T mandatory(@Nullable T value, String name) {
        if (value == null) {
            throw new IllegalStateException("member '" + name + "' is mandatory but not set");
        }
        return value;
    }

    /** An immutable copy in the same order; null, which only Jackson passes, counts as empty. */
    public static Map<String, JsonNode> unknown(@Nullable Map<String, JsonNode> members) {
        return members == null || members.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new LinkedHashMap<>(members));
    }
}
