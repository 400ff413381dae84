package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * All nodes of one service: their names, who uses whom, and the only ways to change that.
 *
 * <p>Public methods may be called from any thread but, where they wait, not from the main loop:
 * they do the steps that change the graph there, and what takes time (opening, closing, waiting for
 * requests) on the caller's thread. Two graphs know nothing of each other but the file locks.
 */
public final class BlockGraph implements AutoCloseable {
    private final MainLoop loop;
    private final BlockEvents events;
    private final ThrottleSource throttles;
    private final GraphDrains drains;
    private final GraphLookers lookers = new GraphLookers();

    // Main loop only; nodes in the order of their making
    private final GraphNames names = new GraphNames();
    private final Map<String, BlockNode> nodes = new LinkedHashMap<>();

    /** A graph without nodes. The loop stays the caller's to close, after the graph. */
    public BlockGraph(MainLoop loop, BlockEvents events) {
        this(loop, events, ThrottleSource.NONE);
    }

    /** The same, whose nodes find groups of limits there. */
    public BlockGraph(MainLoop loop, BlockEvents events, ThrottleSource throttles) {
        this.loop = loop;
        this.events = events;
        this.throttles = throttles;
        this.drains = new GraphDrains(loop);
    }

    /**
     * Opens a node with all its inline children and shows it to everybody, or leaves nothing
     * behind: no node, no name, no descriptor, no lock. May block; not on the main loop.
     *
     * @throws BlockException saying what is wrong with the definition or cannot be opened
     */
    public BlockNode add(NodeDefinition definition) {
        return new NodeOpening(this).open(definition);
    }

    /**
     * Opens a node with all its inline children for one user, and closes it when that user lets go
     * of it; it needs no name. May block; not on the main loop.
     *
     * @param user for messages: {@code "job 'j1'"}
     * @throws BlockException as for {@link #add}; nothing is left behind
     */
    public BlockBackend openFor(NodeDefinition definition, Access access, String user) {
        return new NodeOpening(this).openFor(definition, access, user);
    }

    /**
     * Takes away a node that was added by its name, with its inline children. May block; not on the
     * main loop.
     *
     * @throws BlockException if there is none, it is in use, or it belongs to another node
     */
    public void del(String nodeName) {
        new NodeClosing(this).delete(nodeName);
    }

    /**
     * Gives nodes other options and children, all of them or none. What is not given goes back to
     * its default, but {@code discard} stays. Requests wait meanwhile. May block; not on the main
     * loop.
     *
     * @param definitions each with the name of an existing node; of two for one node the later
     *     counts
     * @throws BlockException saying what cannot be changed; everything is as before then
     */
    public void reopen(List<NodeDefinition> definitions) {
        new NodeReopening(this).reopen(definitions);
    }

    /**
     * Changes the size of a node to so many bytes. Requests wait meanwhile. May block; not on the
     * main loop.
     *
     * @throws BlockException if its users, its driver or what it is part of forbid it
     */
    public void resize(BlockNode node, long bytes) {
        NodeResize.resize(node, bytes);
    }

    /**
     * Refuses what may not be done to a node because of what it is part of, or of who works with
     * it. Any thread.
     *
     * @throws BlockException {@code EBUSY} naming who forbids it
     */
    public void requireAllowed(BlockNode node, NodeOperation operation) {
        loop.run(() -> OpBlockers.require(node, operation));
    }

    /** The node of that name, or null. */
    public @Nullable BlockNode find(String nodeName) {
        return loop.call(() -> nodes.getOrDefault(nodeName, null));
    }

    /**
     * The node of that name.
     *
     * @throws BlockException {@code ENOENT} if there is none
     */
    public BlockNode node(String nodeName) {
        return loop.call(() -> lookUp(nodeName));
    }

    /** The node listed under that device name, or null. */
    public @Nullable BlockNode findDevice(String device) {
        return loop.call(() -> {
            for (BlockNode node : nodes.values()) {
                if (device.equals(node.device())) {
                    return node;
                }
            }
            return null;
        });
    }

    /** All nodes, the newest first. */
    public List<BlockNode> nodes() {
        return loop.call(() -> published().reversed());
    }

    /** All nodes and their users, and who uses whom. */
    public GraphView view() {
        return loop.call(() -> GraphView.of(published()));
    }

    /** The nodes added by name that are no other node's child now, the oldest first. */
    public List<BlockNode> topNodes() {
        return loop.call(() -> nodes.values().stream().filter(BlockGraph::isTop).toList());
    }

    /** Whether a backend (an export, a job) uses the node itself. */
    public boolean hasBackend(BlockNode node) {
        return loop.call(() -> node.entry().users().stream().anyMatch(BlockGraph::isBackend));
    }

    /**
     * Holds back new requests to a node and waits for those under way; closing what is returned
     * lets them go on. Not on the main loop, and not by a thread that is inside a request.
     */
    public Drained drain(BlockNode node) {
        return drains.drain(List.of(node));
    }

    /**
     * Runs a question about nodes. Those it finds stay open until it is answered, even if they are
     * removed meanwhile. Any thread.
     */
    public <T> T look(Supplier<T> question) {
        try (GraphLookers.Look _ = lookers.enter()) {
            return question.get();
        }
    }

    /** The loop that changes this graph. */
    public MainLoop loop() {
        return loop;
    }

    /** Who is told what happens. */
    public BlockEvents events() {
        return events;
    }

    /** Closes all nodes, top down. Backends must be closed before. Not on the main loop. */
    @Override
    public void close() {
        new NodeClosing(this).closeAll();
    }

    ThrottleSource throttles() {
        return throttles;
    }

    GraphDrains drains() {
        return drains;
    }

    GraphLookers lookers() {
        return lookers;
    }

    /** Takes a backend's edge away, and closes the node if nobody is left to hold it. */
    void release(BlockChild root) {
        loop.run(() -> GraphEdges.detach(root));
        new NodeClosing(this).closeIfOrphan(root.node());
    }

    // Main loop only, all below

    @MainLoopOnly
    GraphNames names() {
        MainLoop.assertCurrent();
        return names;
    }

    @MainLoopOnly
    BlockNode lookUp(String nodeName) {
        MainLoop.assertCurrent();
        BlockNode node = nodes.get(nodeName);
        if (node == null) {
            throw BlockException.of(
                    Errno.ENOENT, "There is no node '" + nodeName + "': add it with blockdev-add");
        }
        return node;
    }

    @MainLoopOnly
    void publish(BlockNode node) {
        MainLoop.assertCurrent();
        nodes.put(node.name(), node);
    }

    @MainLoopOnly
    void unpublish(BlockNode node) {
        MainLoop.assertCurrent();
        nodes.remove(node.name(), node);
    }

    @MainLoopOnly
    List<BlockNode> published() {
        MainLoop.assertCurrent();
        return new ArrayList<>(nodes.values());
    }

    private static boolean isTop(BlockNode node) {
        return node.entry().isOwnedByMonitor()
                && node.entry().users().stream().allMatch(BlockGraph::isBackend);
    }

    private static boolean isBackend(BlockChild edge) {
        return edge.user() instanceof BlockBackend;
    }
}
