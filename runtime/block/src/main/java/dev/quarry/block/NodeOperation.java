package dev.quarry.block;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** What can be done to a node as a whole, and is forbidden as long as it is in some uses. */
public enum NodeOperation {
    /** Reading it into a backup. */
    BACKUP_SOURCE("backed up"),
    /** Writing a backup into it. */
    BACKUP_TARGET("the target of a backup"),
    /** Putting another medium in its place. */
    CHANGE("exchanged"),
    /** Writing what it holds into the image below. */
    COMMIT_SOURCE("committed"),
    /** Taking in what the images above hold. */
    COMMIT_TARGET("committed into"),
    /** Serving it by a thread of its own. */
    DATAPLANE("moved to a thread of its own"),
    /** Taking it away. */
    REMOVE("removed"),
    /** Taking the medium out. */
    EJECT("ejected"),
    /** Putting an overlay above it. */
    EXTERNAL_SNAPSHOT("covered by a snapshot"),
    /** Keeping its state inside the image. */
    INTERNAL_SNAPSHOT("kept as a snapshot inside"),
    /** Forgetting a state that is kept inside. */
    INTERNAL_SNAPSHOT_DELETE("freed of a snapshot inside"),
    /** Copying it while it is used. */
    MIRROR_SOURCE("mirrored"),
    /** Being the copy. */
    MIRROR_TARGET("the target of a mirror"),
    /** Changing its size. */
    RESIZE("resized"),
    /** Copying the backing file into it. */
    STREAM("streamed into"),
    /** Putting another node in its place. */
    REPLACE("replaced");

    /** What a backing file still may be: it only has to stay as it is. */
    static final Set<NodeOperation> OF_BACKING_FILES =
            Collections.unmodifiableSet(
                    EnumSet.of(COMMIT_TARGET, STREAM, BACKUP_SOURCE, BACKUP_TARGET));

    private final String done;

    NodeOperation(String done) {
        this.done = done;
    }

    /** As a participle, for messages. */
    String done() {
        return done;
    }
}
