package dev.quarry.daemon.command;

import dev.quarry.block.BlockGraph;
import dev.quarry.block.BlockNode;
import dev.quarry.block.export.BlockExports;
import dev.quarry.block.export.ExportDefinition;
import dev.quarry.block.export.ExportInfo;
import dev.quarry.block.export.NbdServerSettings;
import dev.quarry.qapi.generated.BlockExportCommands;
import dev.quarry.qapi.generated.BlockExportDelArguments;
import dev.quarry.qapi.generated.BlockExportInfo;
import dev.quarry.qapi.generated.BlockExportOptions;
import dev.quarry.qapi.generated.BlockExportRemoveMode;
import dev.quarry.qapi.generated.BlockExportType;
import dev.quarry.qapi.generated.NbdServerAddOptions;
import dev.quarry.qapi.generated.NbdServerOptions;
import dev.quarry.qapi.generated.NbdServerRemoveArguments;
import dev.quarry.qapi.generated.NbdServerStartArguments;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** The commands about exports and the NBD server. */
public final class BlockExportHandlers implements BlockExportCommands {
    /** How long a client may take to choose an export, in seconds, unless told otherwise. */
    private static final long HANDSHAKE_SECONDS = 10;

    private final BlockGraph graph;
    private final BlockExports exports;

    /** Works on that table, which offers nodes of that graph. */
    public BlockExportHandlers(BlockGraph graph, BlockExports exports) {
        this.graph = graph;
        this.exports = exports;
    }

    /** Carries options out that build exports; no client is let in before all are there. */
    public void whileClientsWait(Runnable options) {
        exports.holdClientsBack();
        options.run();
        exports.letClientsIn();
    }

    /** Starts the NBD server as {@code --nbd-server} describes it. */
    public void startServer(NbdServerOptions options) {
        start(
                SocketAddresses.toListenAt(options.addr()),
                options.tlsCreds(),
                options.tlsAuthz(),
                options.maxConnections(),
                options.handshakeMaxSeconds());
    }

    @Override
    public void nbdServerStart(NbdServerStartArguments arguments) {
        start(
                SocketAddresses.toListenAt(arguments.addr()),
                arguments.tlsCreds(),
                arguments.tlsAuthz(),
                arguments.maxConnections(),
                arguments.handshakeMaxSeconds());
    }

    private void start(
            NbdServerSettings.Place place,
            @Nullable String tlsCreds,
            @Nullable String tlsAuthz,
            @Nullable Long maxConnections,
            @Nullable Long handshakeSeconds) {
        Unsupported.refuse("tls-creds", tlsCreds);
        Unsupported.refuse("tls-authz", tlsAuthz);
        long seconds = Objects.requireNonNullElse(handshakeSeconds, HANDSHAKE_SECONDS);
        exports.startServer(
                NbdServerSettings.at(place)
                        .withMaxConnections(Objects.requireNonNullElse(maxConnections, 0L))
                        .withHandshakeLimit(Duration.ofSeconds(seconds)));
    }

    /** A read-only node is offered for reading whatever is asked, as it always was. */
    @Override
    public void nbdServerAdd(NbdServerAddOptions options) {
        Unsupported.refuse("bitmap", options.bitmap());
        String device = options.device();
        String name = Objects.requireNonNullElse(options.name(), device);
        BlockNode node = BlockCoreHandlers.named(graph, device, device);
        boolean writable = Boolean.TRUE.equals(options.writable()) && !node.isReadOnly();
        exports.add(
                new ExportDefinition(
                        name, node.name(), writable, false, name, options.description(), false));
    }

    @Override
    public void nbdServerRemove(NbdServerRemoveArguments arguments) {
        exports.remove(arguments.name(), arguments.mode() == BlockExportRemoveMode.HARD);
    }

    @Override
    public void nbdServerStop() {
        exports.stopServer();
    }

    @Override
    public void blockExportAdd(BlockExportOptions options) {
        switch (options) {
            case BlockExportOptions.Nbd nbd -> exports.add(definition(nbd));
        }
    }

    @Override
    public void blockExportDel(BlockExportDelArguments arguments) {
        exports.remove(arguments.id(), arguments.mode() == BlockExportRemoveMode.HARD);
    }

    @Override
    public List<BlockExportInfo> queryBlockExports() {
        return exports.query().stream().map(BlockExportHandlers::info).toList();
    }

    private static ExportDefinition definition(BlockExportOptions.Nbd nbd) {
        Unsupported.refuse("iothread", nbd.iothread());
        Unsupported.refuseOn("fixed-iothread", nbd.fixedIothread());
        Unsupported.refuse("bitmaps", nbd.bitmaps());
        return new ExportDefinition(
                nbd.id(),
                nbd.nodeName(),
                Boolean.TRUE.equals(nbd.writable()),
                Boolean.TRUE.equals(nbd.writethrough()),
                nbd.name(),
                nbd.description(),
                Boolean.TRUE.equals(nbd.allocationDepth()));
    }

    private static BlockExportInfo info(ExportInfo export) {
        return new BlockExportInfo(
                export.id(), BlockExportType.NBD, export.nodeName(), export.shuttingDown());
    }
}
