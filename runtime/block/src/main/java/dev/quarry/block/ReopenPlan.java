package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * All that one reopening changes, worked out before anything changes. An inline child is reopened
 * with its parent, by the definition nested there, and inherits from it again; a child that is
 * referred to stays as it is, or another one takes its place.
 */
final class ReopenPlan {
    private final BlockGraph graph;

    private final Map<BlockNode, NodeChange> changes = new LinkedHashMap<>();

    private ReopenPlan(BlockGraph graph) {
        this.graph = graph;
    }

    /** Makes the plan and holds its nodes, so that nobody comes or goes until {@link #release}. */
    @MainLoopOnly
    static ReopenPlan of(BlockGraph graph, List<NodeDefinition> definitions) {
        MainLoop.assertCurrent();
        ReopenPlan plan = new ReopenPlan(graph);
        definitions.forEach(plan::add);
        plan.requireNoCircles();
        plan.changes.keySet().forEach(node -> node.entry().setChanging(true));
        return plan;
    }

    /** Parents before their children. */
    List<NodeChange> changes() {
        List<NodeChange> ordered = new ArrayList<>();
        for (BlockNode node : PermissionUpdate.topDown(changes.keySet())) {
            NodeChange change = changes.get(node);
            if (change != null) {
                ordered.add(change);
            }
        }
        return ordered;
    }

    Set<BlockNode> nodes() {
        return changes.keySet();
    }

    /** Every node whose users, children or options change. */
    Set<BlockNode> concerned() {
        Set<BlockNode> nodes = new LinkedHashSet<>();
        changes.values().forEach(change -> nodes.addAll(change.concerned()));
        return nodes;
    }

    @MainLoopOnly
    void release() {
        MainLoop.assertCurrent();
        changes.keySet().forEach(node -> node.entry().setChanging(false));
    }

    private void add(NodeDefinition definition) {
        String name = definition.options().nodeName();
        if (name == null) {
            throw BlockException.of(Errno.EINVAL, "Say which node to reopen: set 'node-name'");
        }
        BlockNode node = graph.lookUp(name);
        if (GraphNames.isAutomatic(name)) {
            throw ReopenRules.refused(
                    node, "its name was made up; reopen it inside the node above it");
        }
        ReopenRules.require(node, definition);
        plan(node, definition, NodeOptions.ofReopened(definition.options(), node.options()));
    }

    private void plan(BlockNode node, NodeDefinition definition, NodeOptions options) {
        node.entry().requireSettled();
        NodeChange change = new NodeChange(node, definition, options);
        changes.remove(node);
        changes.put(node, change);
        definition.children().forEach(child -> planChild(change, child));
    }

    private void planChild(NodeChange change, ChildDefinition child) {
        BlockChild edge = change.node().child(child.name());
        if (child.inline() != null) {
            planInline(change, child, edge, child.inline());
        } else if (child.reference() != null) {
            planReference(change, child, edge, graph.lookUp(child.reference()));
        } else if (edge != null) {
            change.add(EdgeMove.remove(change.node(), edge));
        }
    }

    private void planInline(
            NodeChange change,
            ChildDefinition child,
            @Nullable BlockChild edge,
            NodeDefinition definition) {
        if (edge == null || !isDefinedIn(edge.node(), change.node())) {
            throw ReopenRules.refused(
                    change.node(),
                    "its child '%s' was not defined in it; give the name of a node"
                            .formatted(child.name()));
        }
        String name = definition.options().nodeName();
        if (name != null) {
            ReopenRules.requireSame(
                    change.node(), child.name() + ".node-name", edge.node().name(), name);
        }
        planInherited(change, child, edge, definition);
    }

    private void planReference(
            NodeChange change, ChildDefinition child, @Nullable BlockChild edge, BlockNode to) {
        if (edge != null && edge.node().equals(to)) {
            if (isDefinedIn(to, change.node())) {
                planInherited(change, child, edge, to.entry().definition());
            } else {
                keepInPlace(change, child, edge);
            }
            return;
        }
        to.entry().requireSettled();
        change.add(
                edge == null
                        ? EdgeMove.add(change.node(), child, to)
                        : EdgeMove.of(change.node(), edge, to, child.roles()));
    }

    /** The same inline child: what it inherits follows its parent. */
    private void planInherited(
            NodeChange change, ChildDefinition child, BlockChild edge, NodeDefinition definition) {
        keepInPlace(change, child, edge);
        ReopenRules.require(edge.node(), definition);
        NodeOptions options =
                NodeOptions.ofInlineChild(
                        definition.options(), change.optionsAfter(), child.roles());
        plan(edge.node(), definition, options);
    }

    /** The same node, which may be something else to its parent from now on. */
    private static void keepInPlace(NodeChange change, ChildDefinition child, BlockChild edge) {
        if (!edge.roles().equals(child.roles())) {
            change.add(EdgeMove.of(change.node(), edge, edge.node(), child.roles()));
        }
    }

    private static boolean isDefinedIn(BlockNode node, BlockNode parent) {
        return Objects.equals(node.entry().definedIn(), parent);
    }

    /**
     * Refuses edges by which a node would be below itself. Single changes cannot tell: two may
     * close a circle together.
     */
    private void requireNoCircles() {
        Set<BlockNode> clear = new HashSet<>();
        changes.keySet().forEach(node -> requireNoCircle(node, new HashSet<>(), clear));
    }

    private void requireNoCircle(BlockNode node, Set<BlockNode> above, Set<BlockNode> clear) {
        if (clear.contains(node)) {
            return;
        }
        if (!above.add(node)) {
            throw ReopenRules.refused(node, "it would be its own descendant");
        }
        NodeChange change = changes.get(node);
        List<BlockNode> below =
                change == null
                        ? node.children().stream().map(BlockChild::node).toList()
                        : change.childrenAfter();
        below.forEach(child -> requireNoCircle(child, above, clear));
        above.remove(node);
        clear.add(node);
    }

    /** Nodes that were let go and that nobody holds now. */
    List<BlockNode> left() {
        List<BlockNode> nodes = new ArrayList<>();
        changes.values().forEach(change -> nodes.addAll(change.left()));
        return nodes;
    }
}
