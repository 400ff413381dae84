package dev.quarry.block;

import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

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

    // Main loop only; nodes in the order of their making
    private final GraphNames names = new GraphNames();
    private final Map<String, BlockNode> nodes = new LinkedHashMap<>();

    private final List<Drained> drains = new ArrayList<>();

    /** A graph without nodes. The loop stays the caller's to close, after the graph. */
    public BlockGraph(MainLoop loop, BlockEvents events) {
        this.loop = loop;
        this.events = events;
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
     * Takes away a node that was added by its name, with its inline children. May block; not on the
     * main loop.
     *
     * @throws BlockException if there is none, it is in use, or it belongs to another node
     */
    public void del(String nodeName) {
        new NodeClosing(this).delete(nodeName);
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

    /** The nodes added by name that are no other node's child now, the oldest first. */
    public List<BlockNode> topNodes() {
        return loop.call(() -> nodes.values().stream().filter(BlockGraph::isTop).toList());
    }

    /** Whether a backend (an export, a job) uses the node itself. */
    public boolean hasBackend(BlockNode node) {
        return loop.call(() -> node.users().stream().anyMatch(BlockGraph::isBackend));
    }

    /**
     * Holds back new requests to a node and waits for those under way; closing what is returned
     * lets them go on. Not on the main loop, and not by a thread that is inside a request.
     */
    public Drained drain(BlockNode node) {
        Drained drained = loop.call(() -> beginDrain(node));
        drained.awaitIdle();
        return drained;
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

    /** Adds an edge with what it takes; on failure it is not there. */
    @MainLoopOnly
    void attach(BlockChild edge, Access access) {
        MainLoop.assertCurrent();
        requireNotClosing(edge.node());
        edge.node().users().add(edge);
        try {
            PermissionUpdate update = new PermissionUpdate();
            update.propose(edge, access);
            update.apply(List.of(edge.node()));
        } catch (BlockException refused) {
            edge.node().users().remove(edge);
            throw refused;
        }
    }

    /** Adds an edge from a node to its child; on failure it is not there. */
    @MainLoopOnly
    void attachChild(BlockNode parent, BlockChild edge) {
        MainLoop.assertCurrent();
        parent.addChild(edge);
        try {
            attach(edge, parent.childAccess(edge, parent.access()));
        } catch (BlockException refused) {
            parent.removeChild(edge);
            throw refused;
        }
    }

    /** Takes an edge away; what it held becomes free. */
    @MainLoopOnly
    void detach(BlockChild edge) {
        MainLoop.assertCurrent();
        if (edge.user() instanceof BlockNode parent) {
            parent.removeChild(edge);
        }
        edge.node().users().remove(edge);
        edge.setAccess(Access.IDLE);
        new PermissionUpdate().apply(List.of(edge.node()));
    }

    /** Takes a backend's edge away, and closes the node if nobody is left to hold it. */
    void release(BlockChild root) {
        loop.run(() -> detach(root));
        new NodeClosing(this).closeIfOrphan(root.node());
    }

    /** A new backend on a drained node waits as well. */
    @MainLoopOnly
    void holdBackIfDrained(RequestGate gate, BlockNode node) {
        MainLoop.assertCurrent();
        Set<BlockNode> below = below(node);
        for (Drained drained : drains) {
            if (below.contains(drained.node)) {
                drained.hold(gate);
            }
        }
    }

    /** Computes a node's permissions anew, for instance when its driver has just been opened. */
    @MainLoopOnly
    void refresh(BlockNode node) {
        MainLoop.assertCurrent();
        new PermissionUpdate().apply(List.of(node));
    }

    @MainLoopOnly
    List<BlockNode> published() {
        MainLoop.assertCurrent();
        return new ArrayList<>(nodes.values());
    }

    private static void requireNotClosing(BlockNode node) {
        if (node.isClosing()) {
            throw BlockException.of(Errno.EBUSY, "Node '" + node.name() + "' is being removed");
        }
    }

    private Drained beginDrain(BlockNode node) {
        Drained drained = new Drained(this, node);
        Set<RequestGate> gates = new LinkedHashSet<>();
        collect(node, gates, new LinkedHashSet<>());
        gates.forEach(drained::hold);
        drains.add(drained);
        return drained;
    }

    private static Set<BlockNode> below(BlockNode node) {
        Set<BlockNode> found = new LinkedHashSet<>(Set.of(node));
        node.children().forEach(child -> found.addAll(below(child.node())));
        return found;
    }

    private static void collect(BlockNode node, Set<RequestGate> gates, Set<BlockNode> seen) {
        if (!seen.add(node)) {
            return;
        }
        for (BlockChild user : node.users()) {
            switch (user.user()) {
                case BlockBackend backend -> gates.add(backend.gate());
                case BlockNode parent -> collect(parent, gates, seen);
            }
        }
    }

    private static boolean isTop(BlockNode node) {
        return node.isOwnedByMonitor() && node.users().stream().allMatch(BlockGraph::isBackend);
    }

    private static boolean isBackend(BlockChild edge) {
        return edge.user() instanceof BlockBackend;
    }

    /** A node without requests: new ones wait until this is closed. */
    public static final class Drained implements AutoCloseable {
        private final BlockGraph graph;
        private final BlockNode node;

        /** Changed by the main loop, waited for by the drainer. */
        private final List<RequestGate> gates = new CopyOnWriteArrayList<>();

        private Drained(BlockGraph graph, BlockNode node) {
            this.graph = graph;
            this.node = node;
        }

        private void hold(RequestGate gate) {
            gate.close();
            gates.add(gate);
        }

        private void awaitIdle() {
            gates.forEach(RequestGate::awaitIdle);
        }

        /** Lets requests go on. Only the first time counts. */
        @Override
        public void close() {
            graph.loop.run(this::letGoOn);
        }

        private void letGoOn() {
            if (graph.drains.remove(this)) {
                gates.forEach(RequestGate::open);
            }
        }
    }
}
