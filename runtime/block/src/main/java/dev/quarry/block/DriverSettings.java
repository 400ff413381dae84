package dev.quarry.block;

import java.util.Map;
import java.util.Set;

/**
 * The options that one driver alone has, children aside, as they were given: what a reopening is
 * compared with.
 *
 * @param given by wire name; values are compared with {@code equals}
 * @param changeable those that a reopening may change, add or leave out
 * @param renewed whether a reopening opens a new driver over the same children. The old one was
 *     settled and is retired, not closed, so it must own little but memory then. False keeps the
 *     driver, which follows its node's options by itself
 */
public record DriverSettings(Map<String, Object> given, Set<String> changeable, boolean renewed) {
    /** Copies map and set. */
    public DriverSettings {
        given = Map.copyOf(given);
        changeable = Set.copyOf(changeable);
    }

    /** Of a driver that is kept, and of whose options none can change. */
    public static DriverSettings fixed(Map<String, Object> given) {
        return new DriverSettings(given, Set.of(), false);
    }

    /** Of a driver that is opened anew, and of whose options some can change. */
    public static DriverSettings renewed(Map<String, Object> given, Set<String> changeable) {
        return new DriverSettings(given, changeable, true);
    }
}
