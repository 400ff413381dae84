package dev.quarry.block;

import dev.quarry.posix.Errno;

/** One {@link BlockGraph#resize}: a user of its own, who shares everything and resizes. */
final class NodeResize {
    private static final Access RESIZING = new Access(Permissions.RESIZE, Permissions.ALL);

    private NodeResize() {}

    static void resize(BlockNode node, long bytes) {
        if (bytes < 0 || bytes > BlockLimits.MAX_LENGTH) {
            throw BlockException.of(
                    bytes < 0 ? Errno.EINVAL : Errno.EFBIG,
                    "'size' is " + bytes + ": give 0 to " + BlockLimits.MAX_LENGTH + " bytes");
        }
        node.graph().requireAllowed(node, NodeOperation.RESIZE);
        try (BlockBackend user = BlockBackend.open(node, RESIZING, "the resizing")) {
            user.truncate(bytes);
        }
    }
}
