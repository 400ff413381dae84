package dev.quarry.block.export;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.MainLoop;
import dev.quarry.block.driver.BlockDrivers;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qmp.codec.Conditions;
import dev.quarry.qmp.codec.JsonInput;

import tools.jackson.databind.ObjectMapper;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * For trying tools by hand: serves a node as the writable export {@code x} until its input ends.
 *
 * <p>{@code ServeNode SOCKET '{"driver": "file", "node-name": "f", "filename": "disk.raw"}'}
 */
final class ServeNode {
    private ServeNode() {}

    public static void main(String[] arguments) throws IOException {
        try (MainLoop loop = new MainLoop();
                BlockGraph graph = new BlockGraph(loop, BlockEvents.NONE);
                BlockExports exports = new BlockExports(graph)) {
            BlockNode node = graph.add(BlockDrivers.define(options(arguments[1])));
            Path socket = Path.of(arguments[0]);
            exports.startServer(NbdServerSettings.at(UnixDomainSocketAddress.of(socket)));
            exports.add(ExportDefinition.of("e", node.name()).asWritable().named("x"));
            while (System.in.read() >= 0) {}
        }
    }

    private static BlockdevOptions options(String json) {
        JsonInput input = JsonInput.strict(new ObjectMapper().readTree(json), Conditions.none());
        return BlockdevOptions.decode(input);
    }
}
