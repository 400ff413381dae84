package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

/** Tells which backing file shows through at present. Any thread may call. */
@FunctionalInterface
interface BackingSource {
    /** No backing file, ever. */
    BackingSource NONE = () -> null;

    /** The backing file, or null for none. */
    @Nullable BackingFile current();

    default boolean exists() {
        return current() != null;
    }
}
