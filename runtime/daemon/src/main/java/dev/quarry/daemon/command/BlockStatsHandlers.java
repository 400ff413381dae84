package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.query.GraphQueries;
import dev.quarry.block.query.StatsQueries;
import dev.quarry.block.query.ZeroQueries;
import dev.quarry.qapi.generated.BlockCoreStatsCommands;
import dev.quarry.qapi.generated.BlockStats;
import dev.quarry.qapi.generated.BlockZeroStep;
import dev.quarry.qapi.generated.QueryBlockstatsArguments;
import dev.quarry.qapi.generated.XDbgBlockGraph;
import dev.quarry.qapi.generated.XExplainZeroesArguments;

import java.util.List;
import java.util.Objects;

/** The commands about what nodes have done and how they hang together. */
public final class BlockStatsHandlers implements BlockCoreStatsCommands {
    private final BlockGraph graph;
    private final boolean listsDevices;
    private final StatsQueries stats;

    /**
     * @param extensions whether nodes count as devices, and zeros are told of
     */
    public BlockStatsHandlers(BlockGraph graph, boolean extensions) {
        this.graph = graph;
        this.listsDevices = extensions;
        this.stats = new StatsQueries(extensions);
    }

    @Override
    public List<BlockStats> queryBlockstats(QueryBlockstatsArguments arguments) {
        return graph.look(
                () -> Boolean.TRUE.equals(arguments.queryNodes()) ? ofNodes() : ofDevices());
    }

    private List<BlockStats> ofNodes() {
        return graph.nodes().reversed().stream().map(stats::ofNode).toList();
    }

    private List<BlockStats> ofDevices() {
        return listsDevices
                ? graph.topNodes().stream().map(node -> stats.ofDevice(node, device(node))).toList()
                : List.of();
    }

    private static String device(BlockNode node) {
        return Objects.requireNonNullElse(node.device(), node.name());
    }

    @Override
    public XDbgBlockGraph xDebugQueryBlockGraph() {
        return GraphQueries.graph(graph.view());
    }

    @Override
    public List<BlockZeroStep> xExplainZeroes(XExplainZeroesArguments arguments) {
        return graph.look(
                () -> ZeroQueries.explain(graph.node(arguments.nodeName()), arguments.mode()));
    }
}
