package dev.quarry.block;

import dev.quarry.posix.Errno;

/** Refuses what may not be done to a node because of what it is part of. */
@MainLoopOnly
final class OpBlockers {
    private OpBlockers() {}

    /**
     * A backing file serves the overlays above it as it is: it is neither removed nor resized.
     *
     * @throws BlockException {@code EBUSY} naming the node that forbids it
     */
    static void require(BlockNode node, NodeOperation operation) {
        MainLoop.assertCurrent();
        for (BlockChild user : node.entry().users()) {
            if (user.roles().contains(ChildRole.COW)) {
                throw BlockException.of(
                        Errno.EBUSY,
                        "Node '%s' cannot be %s: it is the backing file of %s"
                                .formatted(node.name(), operation.done(), user.user().describe()));
            }
        }
    }
}
