package dev.quarry.block;

/** A graph with its own main loop, for tests: {@code try (TestGraph t = new TestGraph()) …}. */
public final class TestGraph implements AutoCloseable {
    private final MainLoop loop = new MainLoop();
    private final BlockGraph graph;

    /** A graph nobody listens to. */
    public TestGraph() {
        this(BlockEvents.NONE);
    }

    /** A graph that tells its events. */
    public TestGraph(BlockEvents events) {
        graph = new BlockGraph(loop, events);
    }

    /** The graph. */
    public BlockGraph graph() {
        return graph;
    }

    /** Adds a node. */
    public BlockNode add(NodeDefinition definition) {
        return graph.add(definition);
    }

    /** Opens a backend that reads, writes and resizes, and shares everything. */
    public BlockBackend writer(BlockNode node) {
        Access all = new Access(Permissions.ALL, Permissions.ALL);
        return BlockBackend.open(node, all, "test");
    }

    /** Opens a backend that reads. */
    public BlockBackend reader(BlockNode node) {
        Access read = new Access(Permissions.CONSISTENT_READ, Permissions.ALL);
        return BlockBackend.open(node, read, "test");
    }

    /** Closes all nodes and ends the loop. */
    @Override
    public void close() {
        graph.close();
        loop.close();
    }
}
