package dev.quarry.block;

import java.util.Collection;
import java.util.List;

/**
 * One {@link BlockGraph#reopen}: plan, drain, settle, then options, edges and permissions in one
 * step of the main loop, then the new drivers over them; or everything back.
 *
 * <p>Runs on the caller's thread. From the plan on nobody can attach to the nodes or remove them,
 * so the way back stays open until the end.
 */
final class NodeReopening {
    private final BlockGraph graph;
    private final MainLoop loop;

    NodeReopening(BlockGraph graph) {
        this.graph = graph;
        this.loop = graph.loop();
    }

    void reopen(List<NodeDefinition> definitions) {
        ReopenPlan plan = loop.call(() -> ReopenPlan.of(graph, definitions));
        try (Drained _ = graph.drains().drain(plan.nodes())) {
            plan.changes().forEach(NodeChange::settle);
            loop.run(() -> switchOver(plan));
            renewDrivers(plan);
            plan.changes().forEach(NodeChange::retireBefore);
            plan.nodes().forEach(node -> node.zeroCounters().end(node));
        } finally {
            loop.run(plan::release);
        }
        closeOrphans(plan.left());
    }

    /** Options, edges and permissions; all or none. */
    private static void switchOver(ReopenPlan plan) {
        plan.changes().forEach(NodeChange::requireTargets);
        plan.changes().forEach(NodeChange::apply);
        try {
            GraphEdges.refresh(plan.concerned());
        } catch (RuntimeException | Error refused) {
            plan.changes().reversed().forEach(NodeChange::revert);
            throw refused;
        }
    }

    /** New drivers, those of children first; on failure all is as before. */
    private void renewDrivers(ReopenPlan plan) {
        try {
            plan.changes().reversed().forEach(NodeChange::renew);
        } catch (RuntimeException | Error failure) {
            loop.run(() -> switchBack(plan, failure));
            throw failure;
        }
    }

    private static void switchBack(ReopenPlan plan, Throwable failure) {
        plan.changes().reversed().forEach(NodeChange::revert);
        try {
            GraphEdges.refresh(plan.concerned());
        } catch (RuntimeException impossible) {
            failure.addSuppressed(impossible);
        }
    }

    private void closeOrphans(Collection<BlockNode> left) {
        NodeClosing closing = new NodeClosing(graph);
        left.forEach(closing::closeIfOrphan);
    }
}
