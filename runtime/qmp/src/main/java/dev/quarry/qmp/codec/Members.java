package dev.quarry.qmp.codec;

import org.jspecify.annotations.Nullable;

/** What generated builders share. */
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
}
