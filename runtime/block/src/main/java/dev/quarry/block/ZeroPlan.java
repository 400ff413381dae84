package dev.quarry.block;

import org.jspecify.annotations.Nullable;

/**
 * What a driver would do with a zero write of whole blocks or clusters.
 *
 * @param words the action in a sentence
 * @param below the child that hears of it; null if none does
 * @param asDiscard whether that child is told to discard; false if it gets zeros or a zero write
 */
public record ZeroPlan(Action action, String words, @Nullable BlockChild below, boolean asDiscard) {
    /** The kinds of doing. */
    public enum Action {
        /** Zeros are written like any data. */
        WRITE_DATA,
        /** A zero write goes to the child. */
        PASS_ON,
        /** The driver's tables say that there are zeros; space stays allocated. */
        MARK,
        /** What was allocated in the image is given up. */
        RELEASE,
        /** The host makes the range zero; space stays allocated. */
        ZERO_RANGE,
        /** The host gets the space back. */
        PUNCH,
        /** Nothing is done. */
        IGNORE
    }

    /** Done by the driver itself. */
    public static ZeroPlan here(Action action, String words) {
        return new ZeroPlan(action, words, null, false);
    }

    /** Handed to a child as zeros or as a zero write. */
    public static ZeroPlan passed(Action action, String words, @Nullable BlockChild below) {
        return new ZeroPlan(action, words, below, false);
    }

    /** Done by the driver itself, and a child is told to discard. */
    public static ZeroPlan discarding(Action action, String words, BlockChild below) {
        return new ZeroPlan(action, words, below, true);
    }
}
