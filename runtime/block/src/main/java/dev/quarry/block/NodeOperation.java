package dev.quarry.block;

/** What can be done to a node as a whole, and is forbidden as long as it is in some uses. */
enum NodeOperation {
    /** Taking it away. */
    REMOVE("removed"),
    /** Changing its size. */
    RESIZE("resized");

    private final String done;

    NodeOperation(String done) {
        this.done = done;
    }

    /** As a participle, for messages. */
    String done() {
        return done;
    }
}
