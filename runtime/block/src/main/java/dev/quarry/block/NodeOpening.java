package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * One {@link BlockGraph#add}: reserves the names, opens children before parents and backing files
 * after, and shows all of it at once; or undoes everything.
 *
 * <p>Runs on the adding thread; the steps that touch the graph run on the main loop.
 */
final class NodeOpening {
    private final BlockGraph graph;
    private final MainLoop loop;

    /** What was given by the user and is reserved, for nodes not made yet; main loop only. */
    private final List<String> reserved = new ArrayList<>();

    /** In the order of creation. */
    private final List<BlockNode> made = new ArrayList<>();

    NodeOpening(BlockGraph graph) {
        this.graph = graph;
        this.loop = graph.loop();
    }

    BlockNode open(NodeDefinition definition) {
        requireName(definition);
        return open(
                definition,
                root -> {
                    root.entry().setOwnedByMonitor(true);
                    return root;
                });
    }

    /** Opens a node that goes with its one user. */
    BlockBackend openFor(NodeDefinition definition, Access access, String user) {
        return open(definition, root -> BlockBackend.open(root, access, user));
    }

    /**
     * @param holder gives the node somebody who holds it; on the main loop
     */
    private <T> T open(NodeDefinition definition, Function<BlockNode, T> holder) {
        try {
            loop.run(() -> reserve(definition));
            BlockNode root = open(definition, NodeOptions.ofRoot(definition.options()));
            return loop.call(() -> {
                T held = holder.apply(root);
                made.forEach(graph::publish);
                return held;
            });
        } catch (RuntimeException | Error failure) {
            undo(failure);
            throw failure;
        }
    }

    private static void requireName(NodeDefinition definition) {
        if (definition.options().nodeName() == null && definition.device() == null) {
            throw BlockException.of(Errno.EINVAL, "The node needs a name: set 'node-name'");
        }
    }

    private void reserve(NodeDefinition definition) {
        String device = definition.device();
        if (device != null) {
            graph.names().reserveDevice(device);
            reserved.add(device);
        }
        String name = definition.options().nodeName();
        if (name != null) {
            graph.names().reserveNode(name);
            reserved.add(name);
        }
        for (ChildDefinition child : definition.children()) {
            if (child.inline() != null) {
                reserve(child.inline());
            }
        }
    }

    private BlockNode open(NodeDefinition definition, NodeOptions options) {
        List<Opened> early = new ArrayList<>();
        for (ChildDefinition child : definition.children()) {
            if (!child.isNone() && !isBacking(child)) {
                early.add(new Opened(child, openInline(child, options)));
            }
        }
        BlockNode node = loop.call(() -> make(definition, options));
        early.forEach(child -> attach(node, child));
        openDriver(node, definition);
        for (ChildDefinition child : definition.children()) {
            if (!child.isNone() && isBacking(child)) {
                attach(node, new Opened(child, openInline(child, options)));
            }
        }
        return node;
    }

    /** Opens an inline child; null for a reference, which is looked up when it is attached. */
    private @Nullable BlockNode openInline(ChildDefinition child, NodeOptions parent) {
        NodeDefinition inline = child.inline();
        if (inline == null) {
            return null;
        }
        return open(inline, NodeOptions.ofInlineChild(inline.options(), parent, child.roles()));
    }

    private BlockNode make(NodeDefinition definition, NodeOptions options) {
        String given = definition.options().nodeName();
        String name = given == null ? graph.names().reserveAutomatic() : given;
        if (given == null) {
            reserved.add(name);
        }
        BlockNode node = new BlockNode(graph, name, definition, options);
        made.add(node);
        return node;
    }

    private BlockChild attach(BlockNode parent, Opened opened) {
        return loop.call(() -> {
            ChildDefinition child = opened.definition;
            BlockNode node =
                    opened.node == null
                            ? graph.lookUp(Objects.requireNonNull(child.reference()))
                            : opened.node;
            BlockChild edge = new BlockChild(child.name(), child.roles(), parent, node);
            GraphEdges.attachChild(parent, edge);
            if (opened.node != null) {
                node.entry().setDefinedIn(parent);
            }
            return edge;
        });
    }

    private void openDriver(BlockNode node, NodeDefinition definition) {
        OpenContext context =
                new NodeContext(node, definition, backing -> openBacking(node, backing));
        BlockDriver driver = definition.opener().open(context);
        node.opened(driver);
        requirePossibleSize(node);
        loop.run(() -> GraphEdges.refresh(List.of(node)));
    }

    static void requirePossibleSize(BlockNode node) {
        long size = node.driver().size();
        if (size < 0 || size > BlockLimits.MAX_LENGTH) {
            throw BlockException.of(
                    Errno.EFBIG,
                    "Node '%s' would have %d bytes: at most %d are possible"
                            .formatted(node.name(), size, BlockLimits.MAX_LENGTH));
        }
    }

    /** Opens what an image's header names as its backing file. */
    private BlockChild openBacking(BlockNode node, NodeDefinition definition) {
        BlockNode opened =
                open(
                        definition,
                        NodeOptions.ofInlineChild(
                                definition.options(), node.options(), ChildRole.BACKING));
        ChildDefinition child = ChildDefinition.inline("backing", ChildRole.BACKING, definition);
        return attach(node, new Opened(child, opened));
    }

    private void undo(Throwable failure) {
        NodeClosing closing = new NodeClosing(graph);
        while (!made.isEmpty()) {
            BlockNode unused = loop.call(this::removeUnused);
            closing.discard(unused, failure);
        }
        loop.run(() -> reserved.forEach(graph.names()::release));
    }

    /** The newest node that no other uses: parents go before their children. */
    private BlockNode removeUnused() {
        for (BlockNode node : made.reversed()) {
            if (node.entry().isUnused()) {
                made.remove(node);
                return node;
            }
        }
        throw new IllegalStateException("nodes that are not shown have users: " + made);
    }

    private static boolean isBacking(ChildDefinition child) {
        return child.roles().contains(ChildRole.COW);
    }

    /** A child with its node, which is null for a reference. */
    private record Opened(ChildDefinition definition, @Nullable BlockNode node) {}
}
