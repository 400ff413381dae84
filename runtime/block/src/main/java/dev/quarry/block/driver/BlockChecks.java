package dev.quarry.block.driver;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.Drained;
import dev.quarry.block.Permissions;
import dev.quarry.block.qcow2.CheckResult;
import dev.quarry.block.qcow2.Qcow2Driver;
import dev.quarry.block.qcow2.Qcow2Format;
import dev.quarry.block.qcow2.Repair;

/** Checks of images in a graph. Any thread but the main loop; a check blocks until it is done. */
public final class BlockChecks {
    private static final Permissions CHANGING = Permissions.WRITE.with(Permissions.RESIZE);
    private static final String USER = "the check of an image";

    private final BlockGraph graph;

    /** Checks images in the nodes of that graph. */
    public BlockChecks(BlockGraph graph) {
        this.graph = graph;
    }

    /**
     * Checks the image of a qcow2 node, whose requests wait meanwhile; of another node, what it
     * holds is checked as a qcow2 image that nobody writes to.
     *
     * @throws dev.quarry.block.BlockException if there is no such node, it holds no qcow2 image, or
     *     somebody uses it in a way that the check cannot stand
     */
    public CheckResult check(String nodeName, Repair repair) {
        BlockNode node = graph.node(nodeName);
        try (BlockBackend user = BlockBackend.open(node, access(node, repair), USER)) {
            return user.node().driver() instanceof Qcow2Driver image
                    ? drained(node, image, repair)
                    : Qcow2Format.check(user, repair);
        }
    }

    private CheckResult drained(BlockNode node, Qcow2Driver image, Repair repair) {
        try (Drained _ = graph.drain(node)) {
            return image.check(repair);
        }
    }

    /** An image that is open already is checked by who opened it; only its node must stay. */
    private static Access access(BlockNode node, Repair repair) {
        if (node.driver() instanceof Qcow2Driver) {
            return Access.IDLE;
        }
        Permissions read = Permissions.CONSISTENT_READ;
        Permissions used = repair == Repair.NONE ? read : read.with(Permissions.WRITE);
        return new Access(used, Permissions.ALL.without(CHANGING));
    }
}
