package dev.quarry.block;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which nodes are drained now, and whose requests wait for that. */
final class GraphDrains {
    private final MainLoop loop;

    /** Main loop only. */
    private final List<Drained> drains = new ArrayList<>();

    GraphDrains(MainLoop loop) {
        this.loop = loop;
    }

    /**
     * Holds back new requests to nodes and waits for those under way. Not on the main loop, and not
     * by a thread that is inside a request.
     */
    Drained drain(Collection<BlockNode> nodes) {
        Drained drained = loop.call(() -> begin(nodes));
        try (Hurry _ = Hurry.of(nodes, Hurry.DRAINING)) {
            drained.awaitIdle();
        }
        return drained;
    }

    /** A new backend on a drained node waits as well. */
    @MainLoopOnly
    void holdBack(RequestGate gate, BlockNode node) {
        MainLoop.assertCurrent();
        Set<BlockNode> below = below(node);
        for (Drained drained : drains) {
            if (drained.concerns(below)) {
                drained.hold(gate);
            }
        }
    }

    void end(Drained drained) {
        loop.run(() -> {
            if (drains.remove(drained)) {
                drained.letGoOn();
            }
        });
    }

    private Drained begin(Collection<BlockNode> nodes) {
        Drained drained = new Drained(this, Set.copyOf(nodes));
        Set<RequestGate> gates = new LinkedHashSet<>();
        Set<BlockNode> seen = new LinkedHashSet<>();
        nodes.forEach(node -> collect(node, gates, seen));
        gates.forEach(drained::hold);
        drains.add(drained);
        return drained;
    }

    /** A node and all nodes below it. */
    static Set<BlockNode> below(BlockNode node) {
        Set<BlockNode> found = new LinkedHashSet<>(Set.of(node));
        node.children().forEach(child -> found.addAll(below(child.node())));
        return found;
    }

    private static void collect(BlockNode node, Set<RequestGate> gates, Set<BlockNode> seen) {
        if (!seen.add(node)) {
            return;
        }
        for (BlockChild user : node.entry().users()) {
            switch (user.user()) {
                case BlockBackend backend -> gates.add(backend.gate());
                case BlockNode parent -> collect(parent, gates, seen);
            }
        }
    }
}
