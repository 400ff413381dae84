package dev.quarry.block.export;

import dev.quarry.block.BlockEvents;
import dev.quarry.block.BlockGraph;
import dev.quarry.block.DetectZeroes;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.MainLoop;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.driver.FileSettings;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * For trying tools by hand: serves a file as the export {@code x} until its input ends.
 *
 * <p>{@code ServeFile SOCKET FILE [direct] [off|on|unmap]}
 */
final class ServeFile {
    private ServeFile() {}

    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        BlockEvents events = BlockEvents.NONE;
        try (MainLoop loop = new MainLoop();
                BlockGraph graph = new BlockGraph(loop, events);
                BlockExports exports = new BlockExports(graph)) {
            graph.add(FileDriver.define(options(words), FileSettings.of(words.get(1))));
            UnixDomainSocketAddress address = UnixDomainSocketAddress.of(Path.of(words.get(0)));
            exports.startServer(NbdServerSettings.at(address));
            exports.add(ExportDefinition.of("e", "f").asWritable().named("x"));
            while (System.in.read() >= 0) {}
        }
    }

    private static GivenOptions options(List<String> words) {
        GivenOptions options =
                GivenOptions.named("f").withUnmap(true).withCache(words.contains("direct"), false);
        for (DetectZeroes mode : DetectZeroes.values()) {
            if (words.contains(mode.name().toLowerCase(Locale.ROOT))) {
                options = options.withDetectZeroes(mode);
            }
        }
        return options;
    }
}
