package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a reopening does to one node: options, edges, and perhaps a new driver. */
final class NodeChange {
    private final BlockNode node;
    private final NodeDefinition after;
    private final NodeOptions optionsAfter;
    private final NodeDefinition before;
    private final NodeOptions optionsBefore;
    private final List<EdgeMove> moves = new ArrayList<>();

    /** Set while the new driver is in place and the old one may be needed again. */
    private @Nullable BlockDriver driverBefore;

    /** Takes down how things are now; main loop. */
    NodeChange(BlockNode node, NodeDefinition after, NodeOptions optionsAfter) {
        this.node = node;
        this.after = after;
        this.optionsAfter = optionsAfter;
        this.before = node.entry().definition();
        this.optionsBefore = node.options();
    }

    BlockNode node() {
        return node;
    }

    NodeOptions optionsAfter() {
        return optionsAfter;
    }

    void add(EdgeMove move) {
        moves.add(move);
    }

    /** The node, and all that one of its edges leads to before or after. */
    Set<BlockNode> concerned() {
        Set<BlockNode> nodes = new LinkedHashSet<>(Set.of(node));
        for (EdgeMove move : moves) {
            if (move.from() != null) {
                nodes.add(move.from());
            }
            if (move.to() != null) {
                nodes.add(move.to());
            }
        }
        return nodes;
    }

    /** The nodes below as they will be. */
    List<BlockNode> childrenAfter() {
        List<BlockNode> nodes = new ArrayList<>();
        for (BlockChild child : node.children()) {
            if (moves.stream().noneMatch(move -> move.edge().equals(child))) {
                nodes.add(child.node());
            }
        }
        for (EdgeMove move : moves) {
            if (move.to() != null) {
                nodes.add(move.to());
            }
        }
        return nodes;
    }

    /** Nodes that lose this one as a user. */
    List<BlockNode> left() {
        List<BlockNode> nodes = new ArrayList<>();
        for (EdgeMove move : moves) {
            if (move.from() != null) {
                nodes.add(move.from());
            }
        }
        return nodes;
    }

    /** The nodes that edges are to lead to may have been removed since the plan was made. */
    @MainLoopOnly
    void requireTargets() {
        for (EdgeMove move : moves) {
            if (move.to() != null) {
                move.to().entry().requirePresent();
            }
        }
    }

    @MainLoopOnly
    void apply() {
        node.redefine(after, optionsAfter);
        moves.forEach(EdgeMove::apply);
    }

    @MainLoopOnly
    void revert() {
        moves.reversed().forEach(EdgeMove::revert);
        node.redefine(before, optionsBefore);
        if (driverBefore != null) {
            BlockDriver unwanted = node.driver();
            node.opened(driverBefore);
            if (!unwanted.equals(driverBefore)) {
                unwanted.retire();
            }
        }
    }

    /** The way back is not needed any more. */
    void retireBefore() {
        if (driverBefore != null) {
            driverBefore.retire();
        }
    }

    /** Brings the caches of a driver that will be renewed down to its children. */
    void settle() {
        if (isRenewed() && !node.isReadOnly()) {
            node.driver().settle();
        }
    }

    /** Opens the new driver where there is to be one; options and children are the new ones. */
    void renew() {
        if (isRenewed()) {
            driverBefore = node.driver();
            node.opened(after.opener().open(new NodeContext(node, after, NodeChange::noBacking)));
            NodeOpening.requirePossibleSize(node);
        }
    }

    private boolean isRenewed() {
        DriverSettings settings = after.settings();
        return settings != null && settings.renewed();
    }

    private static BlockChild noBacking(NodeDefinition named) {
        throw ReopenRules.missingBacking();
    }
}
