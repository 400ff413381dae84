package dev.quarry.daemon.command;

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
import dev.quarry.qapi.generated.NbdServerOptions;
import dev.quarry.qapi.generated.NbdServerStartArguments;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.List;
import java.util.Objects;

/** The commands about exports and the NBD server. */
public final class BlockExportHandlers implements BlockExportCommands {
    private final BlockExports exports;

    /** Works on that table. */
    public BlockExportHandlers(BlockExports exports) {
        this.exports = exports;
    }

    /** Starts the NBD server as {@code --nbd-server} describes it. */
    public void startServer(NbdServerOptions options) {
        start(
                SocketAddresses.toListenAt(options.addr()),
                options.tlsCreds(),
                options.tlsAuthz(),
                options.maxConnections());
    }

    @Override
    public void nbdServerStart(NbdServerStartArguments arguments) {
        start(
                SocketAddresses.toListenAt(arguments.addr()),
                arguments.tlsCreds(),
                arguments.tlsAuthz(),
                arguments.maxConnections());
    }

    private void start(
            SocketAddress address,
            @Nullable String tlsCreds,
            @Nullable String tlsAuthz,
            @Nullable Long maxConnections) {
        Unsupported.refuse("tls-creds", tlsCreds);
        Unsupported.refuse("tls-authz", tlsAuthz);
        exports.startServer(
                NbdServerSettings.at(address)
                        .withMaxConnections(Objects.requireNonNullElse(maxConnections, 0L)));
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
