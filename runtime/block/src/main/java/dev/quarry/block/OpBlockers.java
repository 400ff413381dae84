package dev.quarry.block;

import dev.quarry.posix.Errno;

/** Refuses what may not be done to a node because of what it is part of. */
@MainLoopOnly
final class OpBlockers {
    private OpBlockers() {}

    /**
     * Refuses what somebody who works with the node forbids. A backing file, too, serves the
     * overlays above it as it is: it is neither removed nor resized, and so on.
     *
     * @throws BlockException {@code EBUSY} naming who forbids it
     */
    static void require(BlockNode node, NodeOperation operation) {
        MainLoop.assertCurrent();
        for (OpBlocker blocker : node.entry().blockers()) {
            if (blocker.forbids(operation)) {
                throw busy(node, operation, "it is in use by " + blocker.holder());
            }
        }
        for (BlockChild user : node.entry().users()) {
            if (user.roles().contains(ChildRole.COW)
                    && !NodeOperation.OF_BACKING_FILES.contains(operation)) {
                String overlay = user.user().describe();
                throw busy(node, operation, "it is the backing file of " + overlay);
            }
        }
    }

    private static BlockException busy(BlockNode node, NodeOperation operation, String why) {
        return BlockException.of(
                Errno.EBUSY,
                "Node '%s' cannot be %s: %s".formatted(node.name(), operation.done(), why));
    }
}
