package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.driver.BlockDrivers;
import dev.quarry.block.driver.NodeQueries;
import dev.quarry.qapi.generated.BlockCoreCommands;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockInfo;
import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.QueryNamedBlockNodesArguments;
import dev.quarry.qmp.codec.QmpException;

import java.util.List;
import java.util.Objects;

/** The commands about nodes. */
public final class BlockCoreHandlers implements BlockCoreCommands {
    private final BlockGraph graph;
    private final boolean listsDevices;

    /**
     * @param graph the nodes there are
     * @param listsDevices whether {@code query-block} shows them; QEMU's storage daemon shows none
     */
    public BlockCoreHandlers(BlockGraph graph, boolean listsDevices) {
        this.graph = graph;
        this.listsDevices = listsDevices;
    }

    @Override
    public void blockdevAdd(BlockdevOptions options) {
        if (options.nodeName() == null && options.id() == null) {
            throw QmpException.generic(
                    "Parameter 'node-name' is missing: a node at the top level needs one");
        }
        NodeDefinition definition = BlockDrivers.define(options);
        String device = options.id();
        graph.add(device == null ? definition : definition.withDevice(device));
    }

    @Override
    public void blockdevDel(BlockdevDelArguments arguments) {
        graph.del(arguments.nodeName());
    }

    @Override
    public List<BlockInfo> queryBlock() {
        return listsDevices
                ? graph.topNodes().stream().map(BlockCoreHandlers::device).toList()
                : List.of();
    }

    @Override
    public List<BlockDeviceInfo> queryNamedBlockNodes(QueryNamedBlockNodesArguments arguments) {
        boolean flat = Boolean.TRUE.equals(arguments.flat());
        return graph.nodes().stream().map(node -> NodeQueries.deviceInfo(node, flat)).toList();
    }

    /** A node as the device it stands for: nobody's guest holds it, so it can be taken out. */
    private static BlockInfo device(BlockNode node) {
        return BlockInfo.builder()
                .device(Objects.requireNonNullElse(node.device(), node.name()))
                .type("unknown")
                .removable(true)
                .locked(false)
                .trayOpen(false)
                .inserted(NodeQueries.deviceInfo(node, false))
                .build();
    }
}
