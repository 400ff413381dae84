package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Takes nodes out of the graph: hides them, waits for who looks at them, closes the driver while
 * its children are still there, then lets go of the children, and closes those that nobody holds
 * any more.
 *
 * <p>Runs on the caller's thread; the steps that touch the graph run on the main loop.
 */
final class NodeClosing {
    private final BlockGraph graph;
    private final MainLoop loop;

    NodeClosing(BlockGraph graph) {
        this.graph = graph;
        this.loop = graph.loop();
    }

    void delete(String nodeName) {
        BlockNode node =
                loop.call(() -> {
                    BlockNode found = graph.lookUp(nodeName);
                    requireRemovable(found);
                    hide(found);
                    return found;
                });
        closeTree(node);
    }

    /** Closes everything, users before what they use. */
    void closeAll() {
        for (BlockNode top = nextTop(); top != null; top = nextTop()) {
            closeTree(top);
        }
    }

    /** Closes a node whose parent is gone and whose last user has just left. */
    void closeIfOrphan(BlockNode node) {
        boolean orphan =
                loop.call(() -> {
                    boolean unused = isOrphan(node);
                    if (unused) {
                        hide(node);
                    }
                    return unused;
                });
        if (orphan) {
            closeTree(node);
        }
    }

    /**
     * Undoes the making of a node that was never shown. What goes wrong is added to the failure.
     */
    void discard(BlockNode node, Throwable failure) {
        closeDriver(node, failure);
        loop.run(() -> List.copyOf(node.children()).forEach(GraphEdges::detach));
    }

    private static void requireRemovable(BlockNode node) {
        NodeEntry entry = node.entry();
        if (entry.isChanging()) {
            throw busy(node, "it is being reopened");
        }
        for (BlockChild user : entry.users()) {
            if (user.user() instanceof BlockBackend backend) {
                throw busy(node, "it is in use by " + backend.describe());
            }
        }
        OpBlockers.require(node, NodeOperation.REMOVE);
        if (!entry.isOwnedByMonitor()) {
            throw busy(node, "it was not added by its own command, remove the node above it");
        }
        if (!entry.isUnused()) {
            throw busy(node, "it is in use by " + entry.users().getFirst().user().describe());
        }
    }

    private static BlockException busy(BlockNode node, String why) {
        return BlockException.of(
                Errno.EBUSY, "Node '" + node.name() + "' cannot be removed: " + why);
    }

    private void hide(BlockNode node) {
        node.entry().setClosing();
        node.entry().setOwnedByMonitor(false);
        graph.unpublish(node);
    }

    private void closeTree(BlockNode top) {
        try (Hurry _ = Hurry.of(List.of(top), Hurry.CLOSING)) {
            closeDown(top);
        }
    }

    private void closeDown(BlockNode top) {
        Deque<BlockNode> open = new ArrayDeque<>(List.of(top));
        RuntimeException problem = null;
        while (!open.isEmpty()) {
            BlockNode node = open.remove();
            graph.lookers().awaitPresent();
            problem = keepFirst(problem, closeDriver(node, null));
            open.addAll(loop.call(() -> letGo(node)));
        }
        if (problem != null) {
            throw problem;
        }
    }

    private static @Nullable RuntimeException keepFirst(
            @Nullable RuntimeException first, @Nullable RuntimeException next) {
        return first == null ? next : first;
    }

    /** Detaches the children and returns those that must be closed now. */
    private List<BlockNode> letGo(BlockNode node) {
        List<BlockNode> orphans = new ArrayList<>();
        for (BlockChild child : List.copyOf(node.children())) {
            GraphEdges.detach(child);
            if (isOrphan(child.node())) {
                hide(child.node());
                orphans.add(child.node());
            }
        }
        releaseNames(node);
        return orphans;
    }

    private static boolean isOrphan(BlockNode node) {
        NodeEntry entry = node.entry();
        return entry.isUnused() && !entry.isOwnedByMonitor() && !entry.isClosing();
    }

    private void releaseNames(BlockNode node) {
        graph.names().release(node.name());
        String device = node.device();
        if (device != null) {
            graph.names().release(device);
        }
    }

    /** Closes; an error is returned, and added to the failure that led here, if any. */
    private static @Nullable RuntimeException closeDriver(
            BlockNode node, @Nullable Throwable failure) {
        if (!node.isOpen()) {
            return null;
        }
        try {
            node.zeroCounters().end(node);
            node.driver().close();
            return null;
        } catch (RuntimeException problem) {
            if (failure != null) {
                failure.addSuppressed(problem);
            }
            return problem;
        }
    }

    private @Nullable BlockNode nextTop() {
        return loop.call(() -> {
            for (BlockNode node : graph.published().reversed()) {
                if (node.entry().isUnused()) {
                    hide(node);
                    return node;
                }
            }
            return null;
        });
    }
}
