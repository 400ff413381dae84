package dev.quarry.block;

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
    public boolean definesBacking() {
        return definesBacking;
    }

    @Override
    public BlockChild openBacking(NodeDefinition definition) {
        return backing.apply(definition);
    }
}
