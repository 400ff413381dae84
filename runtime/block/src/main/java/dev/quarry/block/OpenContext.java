package dev.quarry.block;

/** What a driver sees while it is opened. Used on the opening thread only. */
public interface OpenContext {
    /** The node being made: its name, options in effect and children. Drivers may keep it. */
    BlockNode node();

    /** {@link BlockNode#options()} of the node. */
    NodeOptions options();

    /**
     * A child that the definition has and that is open: I/O on it works already.
     *
     * @throws IllegalStateException if the definition has no such child
     */
    BlockChild child(String name);

    /**
     * What is opened cannot be written: fine for a node that is read-only, and one with {@code
     * auto-read-only} becomes so.
     *
     * @throws BlockException {@code EACCES} for another node
     */
    void requireReadOnly(String why);

    /** Where to find groups of limits. */
    ThrottleSource throttles();

    /** Whether the definition says which backing file to use, by inline node or reference. */
    boolean definesBacking();

    /**
     * Opens a backing file the image itself names, as the child {@code "backing"}: read-only unless
     * given otherwise, with an automatic node name.
     *
     * @throws BlockException if it cannot be opened
     */
    BlockChild openBacking(NodeDefinition definition);
}
