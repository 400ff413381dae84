package dev.quarry.block;

import dev.quarry.posix.Errno;

import java.util.function.Function;

/** What a driver sees of the node it is opened or opened anew for. */
final class NodeContext implements OpenContext {
    private final BlockNode node;
    private final boolean definesBacking;
    private final Function<NodeDefinition, BlockChild> backing;

    /**
     * @param backing opens the backing file that the image names
     */
    NodeContext(
            BlockNode node,
            NodeDefinition definition,
            Function<NodeDefinition, BlockChild> backing) {
        this.node = node;
        this.definesBacking = definition.child("backing") != null;
        this.backing = backing;
    }

    @Override
    public BlockNode node() {
        return node;
    }

    @Override
    public NodeOptions options() {
        return node.options();
    }

    @Override
    public BlockChild child(String name) {
        BlockChild child = node.child(name);
        if (child == null) {
            throw new IllegalStateException("no child '" + name + "' of " + node);
        }
        return child;
    }

    @Override
    public ThrottleSource throttles() {
        return node.graph().throttles();
    }

    @Override
    public void requireReadOnly(String why) {
        NodeOptions options = node.options();
        if (options.readOnly()) {
            return;
        }
        if (!options.autoReadOnly()) {
            throw BlockException.of(
                    Errno.EACCES,
                    "Node '"
                            + node.name()
                            + "' cannot be written, as "
                            + why
                            + ": set 'read-only' or 'auto-read-only'");
        }
        node.graph()
                .loop()
                .run(() -> node.redefine(node.entry().definition(), options.asReadOnly()));
    }

    @Override
    public boolean definesBacking() {
        return definesBacking;
    }

    @Override
    public BlockChild openBacking(NodeDefinition definition) {
        return backing.apply(definition);
    }
}
