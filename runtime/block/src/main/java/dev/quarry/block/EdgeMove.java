package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * An edge that a reopening points elsewhere, adds or takes away; can be undone. Fields and lists
 * only: permissions follow separately.
 *
 * @param from the node it leads to before; null if the edge is new
 * @param to the node it leads to after; null if the edge goes
 * @param before its roles before
 * @param after its roles after
 */
@MainLoopOnly
record EdgeMove(
        BlockNode parent,
        BlockChild edge,
        @Nullable BlockNode from,
        @Nullable BlockNode to,
        Set<ChildRole> before,
        Set<ChildRole> after) {

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

    void apply() {
        move(from, to, after);
    }

    void revert() {
        move(to, from, before);
    }

    private void move(@Nullable BlockNode away, @Nullable BlockNode there, Set<ChildRole> roles) {
        MainLoop.assertCurrent();
        if (away == null) {
            parent.addChild(edge);
        } else {
            away.entry().users().remove(edge);
        }
        if (there == null) {
            parent.removeChild(edge);
            edge.setAccess(Access.IDLE);
        } else {
            edge.retarget(there, roles);
            there.entry().users().add(edge);
        }
    }
}
