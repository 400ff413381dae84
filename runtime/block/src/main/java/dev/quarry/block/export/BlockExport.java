package dev.quarry.block.export;

import dev.quarry.block.Access;
import dev.quarry.block.BlockBackend;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockNode;
import dev.quarry.block.Hurry;
import dev.quarry.block.Permissions;
import dev.quarry.nbd.NbdExport;
import dev.quarry.posix.Errno;

/** A node that is offered: its backend, and what the NBD server makes of it. */
final class BlockExport {
    private final ExportDefinition definition;
    private final BlockBackend backend;
    private final NbdExport served;

    /** Written by the main loop, read by queries. */
    private volatile boolean shuttingDown;

    private BlockExport(ExportDefinition definition, BlockBackend backend) {
        this.definition = definition;
        this.backend = backend;
        this.served =
                new NbdExport(
                        definition.exportName(),
                        definition.description(),
                        new BackendDisk(backend, definition.writethrough()),
                        definition.writable(),
                        definition.allocationDepth());
    }

    /**
     * Takes the node for an export. Nobody may resize it meanwhile, since clients were told its
     * size.
     */
    static BlockExport open(ExportDefinition definition, BlockNode node) {
        if (definition.writable() && node.isReadOnly()) {
            throw BlockException.of(
                    Errno.EROFS,
                    "Invalid parameter 'writable': node '" + node.name() + "' is read-only");
        }
        Permissions used = Permissions.CONSISTENT_READ;
        used = definition.writable() ? used.with(Permissions.WRITE) : used;
        Access access = new Access(used, Permissions.ALL.without(Permissions.RESIZE));
        String user = "export '" + definition.id() + "'";
        return new BlockExport(definition, BlockBackend.open(node, access, user));
    }

    String id() {
        return definition.id();
    }

    NbdExport served() {
        return served;
    }

    boolean isShuttingDown() {
        return shuttingDown;
    }

    void setShuttingDown() {
        shuttingDown = true;
    }

    ExportInfo info() {
        return new ExportInfo(definition.id(), backend.node().name(), shuttingDown);
    }

    /** Ends clients, waits for their requests, not without limit, and lets go of the node. */
    void close() {
        try (Hurry _ = hurry()) {
            served.close();
        }
        backend.close();
    }

    /** See {@link BlockBackend#hurry}. */
    Hurry hurry() {
        return backend.hurry();
    }
}
