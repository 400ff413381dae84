package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * An edge that a reopening points elsewhere, adds or takes away; can be undone, to the very places
 * in the lists of children and users. Fields and lists only: permissions follow separately.
 */
@MainLoopOnly
final class EdgeMove {
    private final BlockNode parent;
    private final BlockChild edge;
    private final @Nullable BlockNode from;
    private final @Nullable BlockNode to;
    private final Set<ChildRole> before;
    private final Set<ChildRole> after;

    /** Where the edge was among the children and the users, before it was moved. */
    private int placeAmongChildren;

    private int placeAmongUsers;

    private EdgeMove(
            BlockNode parent,
            BlockChild edge,
            @Nullable BlockNode from,
            @Nullable BlockNode to,
            Set<ChildRole> before,
            Set<ChildRole> after) {
        this.parent = parent;
        this.edge = edge;
        this.from = from;
        this.to = to;
        this.before = before;
        this.after = after;
    }

    /** Another node in other roles at the end of an edge. */
    static EdgeMove of(BlockNode parent, BlockChild edge, BlockNode to, Set<ChildRole> after) {
        return new EdgeMove(parent, edge, edge.node(), to, edge.roles(), after);
    }

    /** A child where there is none. */
    static EdgeMove add(BlockNode parent, ChildDefinition child, BlockNode to) {
        BlockChild edge = new BlockChild(child.name(), child.roles(), parent, to);
        return new EdgeMove(parent, edge, null, to, child.roles(), child.roles());
    }

    /** No child any more. */
    static EdgeMove remove(BlockNode parent, BlockChild edge) {
        return new EdgeMove(parent, edge, edge.node(), null, edge.roles(), edge.roles());
    }

    BlockChild edge() {
        return edge;
    }

    /** The node it leads to before; null if the edge is new. */
    @Nullable BlockNode from() {
        return from;
    }

    /** The node it leads to after; null if the edge goes. */
    @Nullable BlockNode to() {
        return to;
    }

    void apply() {
        MainLoop.assertCurrent();
        placeAmongChildren = parent.children().indexOf(edge);
        placeAmongUsers = from == null ? -1 : from.entry().users().indexOf(edge);
        move(from, to, after, Integer.MAX_VALUE);
    }

    void revert() {
        MainLoop.assertCurrent();
        move(to, from, before, placeAmongUsers);
    }

    private void move(
            @Nullable BlockNode away,
            @Nullable BlockNode there,
            Set<ChildRole> roles,
            int amongUsers) {
        if (away == null) {
            parent.addChild(edge, placeAmongChildren);
        } else {
            away.entry().users().remove(edge);
        }
        if (there == null) {
            parent.removeChild(edge);
            edge.setAccess(Access.IDLE);
        } else {
            edge.retarget(there, roles);
            there.entry().addUser(edge, amongUsers);
        }
    }
}
