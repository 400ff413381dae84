package dev.quarry.block;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Nodes without requests: new ones wait until this is closed. */
public final class Drained implements AutoCloseable {
    private final GraphDrains drains;
    private final Set<BlockNode> nodes;

    /** Changed by the main loop, waited for by the drainer. */
    private final List<RequestGate> gates = new CopyOnWriteArrayList<>();

    Drained(GraphDrains drains, Set<BlockNode> nodes) {
        this.drains = drains;
        this.nodes = nodes;
    }

    boolean concerns(Set<BlockNode> others) {
        return others.stream().anyMatch(nodes::contains);
    }

    void hold(RequestGate gate) {
        gate.close();
        gates.add(gate);
    }

    void awaitIdle() {
        gates.forEach(RequestGate::awaitIdle);
    }

    void letGoOn() {
        gates.forEach(RequestGate::open);
    }

    /** Lets requests go on. Only the first time counts. Any thread. */
    @Override
    public void close() {
        drains.end(this);
    }
}
