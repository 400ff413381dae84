package dev.quarry.block.throttle;

/** One of those who share limits. Any thread. */
public final class ThrottleMember {
    private final ThrottleGroup group;

    /** Guarded by the group's lock. */
    private int released;

    ThrottleMember(ThrottleGroup group) {
        this.group = group;
    }

    /** Waits until a request of so many bytes may go on. */
    public void await(Direction direction, long bytes) {
        group.await(this, direction, bytes);
    }

    /** From now on nothing waits, until as many {@link #hold} as releases have come. */
    public void release() {
        group.change(() -> released++);
    }

    /** Takes a release back. */
    public void hold() {
        group.change(() -> released--);
    }

    boolean isReleased() {
        return released > 0;
    }
}
