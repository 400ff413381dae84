package dev.quarry.dist;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.stream.Collectors;

/** The values that one cell of a disk may hold after a crash, oldest first; they are numbered. */
final class CrashCell {
    private final Deque<Long> values;
    private int oldest;
    private int newestDone;
    private boolean busy;

    CrashCell(Collection<Long> values) {
        this.values = new ArrayDeque<>(values);
    }

    boolean isBusy() {
        return busy;
    }

    /** Number of the newest value whose write was acknowledged. */
    int newestDone() {
        return newestDone;
    }

    /** A request is on its way, with this value unless it only reads. */
    void begin(@Nullable Long value) {
        busy = true;
        if (value != null) {
            values.add(value);
        }
    }

    /** The request was acknowledged; {@code durable}: what it wrote is on the disk. */
    void done(boolean wrote, boolean durable) {
        busy = false;
        if (wrote) {
            newestDone = oldest + values.size() - 1;
            if (durable) {
                certainSince(newestDone);
            }
        }
    }

    /** Values older than this one are gone for good. */
    void certainSince(int number) {
        for (; oldest < number; oldest++) {
            values.remove();
        }
    }

    boolean mayHold(long value) {
        return values.contains(value);
    }

    @Override
    public String toString() {
        return values.stream().map(Long::toHexString).collect(Collectors.joining(" or "));
    }
}
