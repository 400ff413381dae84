package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.driver.BlockDrivers;
import dev.quarry.block.query.NodeQueries;
import dev.quarry.qapi.generated.BlockCoreCommands;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockInfo;
import dev.quarry.qapi.generated.BlockResizeArguments;
import dev.quarry.qapi.generated.BlockSetWriteThresholdArguments;
import dev.quarry.qapi.generated.BlockdevDelArguments;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.BlockdevReopenArguments;
import dev.quarry.qapi.generated.QueryNamedBlockNodesArguments;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;

/** The commands about nodes. */
public final class BlockCoreHandlers implements BlockCoreCommands {
    private static final BigInteger MAX_THRESHOLD = BigInteger.valueOf(Long.MAX_VALUE);

    private final BlockGraph graph;
    private final boolean listsDevices;
    private final NodeQueries nodes;

    /**
     * @param graph the nodes there are
     * @param extensions whether {@code query-block} shows nodes as devices, and queries tell more;
     *     QEMU's storage daemon does neither
     */
    public BlockCoreHandlers(BlockGraph graph, boolean extensions) {
        this.graph = graph;
        this.listsDevices = extensions;
        this.nodes = new NodeQueries(extensions);
    }

    @Override
    public void blockdevAdd(BlockdevOptions options) {
        if (options.nodeName() == null && options.id() == null) {
            throw QmpException.generic(
                    "Parameter 'node-name' is missing: a node at the top level needs one");
        }
        graph.add(definition(options));
    }

    private static NodeDefinition definition(BlockdevOptions options) {
        NodeDefinition definition = BlockDrivers.define(options);
        String device = options.id();
        return device == null ? definition : definition.withDevice(device);
    }

    @Override
    public void blockdevDel(BlockdevDelArguments arguments) {
        graph.del(arguments.nodeName());
    }

    @Override
    public void blockdevReopen(BlockdevReopenArguments arguments) {
        graph.reopen(arguments.options().stream().map(BlockCoreHandlers::definition).toList());
    }

    @Override
    public void blockResize(BlockResizeArguments arguments) {
        graph.resize(named(graph, arguments.device(), arguments.nodeName()), arguments.size());
    }

    /** The node of that name or, failing that, of that device. */
    static BlockNode named(BlockGraph graph, @Nullable String device, @Nullable String nodeName) {
        BlockNode node = nodeName == null ? null : graph.find(nodeName);
        BlockNode found = node == null && device != null ? graph.findDevice(device) : node;
        if (found == null) {
            throw QmpException.generic(
                    "There is no node '%s' and no device '%s'"
                            .formatted(
                                    Objects.requireNonNullElse(nodeName, ""),
                                    Objects.requireNonNullElse(device, "")));
        }
        return found;
    }

    @Override
    public void blockSetWriteThreshold(BlockSetWriteThresholdArguments arguments) {
        BigInteger bytes = arguments.writeThreshold();
        if (bytes.compareTo(MAX_THRESHOLD) > 0) {
            throw QmpException.generic(
                    "Parameter 'write-threshold' is at most %d".formatted(MAX_THRESHOLD));
        }
        graph.node(arguments.nodeName()).setWriteThreshold(bytes.longValueExact());
    }

    @Override
    public List<BlockInfo> queryBlock() {
        return graph.look(() ->
                listsDevices ? graph.topNodes().stream().map(this::device).toList() : List.of());
    }

    @Override
    public List<BlockDeviceInfo> queryNamedBlockNodes(QueryNamedBlockNodesArguments arguments) {
        boolean flat = Boolean.TRUE.equals(arguments.flat());
        return graph.look(
                () -> graph.nodes().stream().map(node -> nodes.deviceInfo(node, flat)).toList());
    }

    /** A node as the device it stands for: nobody's guest holds it, so it can be taken out. */
    private BlockInfo device(BlockNode node) {
        return BlockInfo.builder()
                .device(Objects.requireNonNullElse(node.device(), node.name()))
                .type("unknown")
                .removable(true)
                .locked(false)
                .trayOpen(false)
                .inserted(nodes.deviceInfo(node, false))
                .build();
    }
}
