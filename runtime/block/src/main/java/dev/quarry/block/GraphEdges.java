package dev.quarry.block;

import java.util.Collection;
import java.util.List;

/** Adds and takes away edges of the graph, each time with all that follows for permissions. */
@MainLoopOnly
final class GraphEdges {
    private GraphEdges() {}

    /** Adds an edge with what it takes; on failure it is not there. */
    static void attach(BlockChild edge, Access access) {
        MainLoop.assertCurrent();
        NodeEntry entry = edge.node().entry();
        entry.requireSettled();
        entry.users().add(edge);
        try {
            PermissionUpdate update = new PermissionUpdate();
            update.propose(edge, access);
            update.apply(List.of(edge.node()));
        } catch (BlockException refused) {
            entry.users().remove(edge);
            throw refused;
        }
    }

    /** Adds an edge from a node to its child; on failure it is not there. */
    static void attachChild(BlockNode parent, BlockChild edge) {
        MainLoop.assertCurrent();
        parent.addChild(edge);
        try {
            attach(edge, parent.childAccess(edge, parent.access()));
        } catch (BlockException refused) {
            parent.removeChild(edge);
            throw refused;
        }
    }

    /** Takes an edge away; what it held becomes free. */
    static void detach(BlockChild edge) {
        MainLoop.assertCurrent();
        if (edge.user() instanceof BlockNode parent) {
            parent.removeChild(edge);
        }
        edge.node().entry().users().remove(edge);
        edge.setAccess(Access.IDLE);
        refresh(List.of(edge.node()));
    }

    /** Computes permissions anew, for instance when a driver has just been opened. */
    static void refresh(Collection<BlockNode> nodes) {
        MainLoop.assertCurrent();
        new PermissionUpdate().apply(nodes);
    }
}
