package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NONE;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.Access;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.Hurry;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.Permissions;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.nbd.NbdClient;
import dev.quarry.nbd.NbdError;
import dev.quarry.nbd.NbdException;
import dev.quarry.nbd.NbdExtent;
import dev.quarry.nbd.NbdLink;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A disk on an NBD server. Requests wait on their callers' threads; what becomes of them when the
 * connection is lost is {@link NbdLink}'s. The disk keeps its size.
 */
public final class NbdDriver implements BlockDriver {
    /** The unit where the server tells none, and no extents either, bytes. */
    private static final int UNTOLD_BLOCK = 512;

    private final BlockNode node;
    private final NbdSettings settings;
    private final NbdLink link;
    private final BlockLimits limits;

    private NbdDriver(BlockNode node, NbdSettings settings, NbdLink link) {
        this.node = node;
        this.settings = settings;
        this.link = link;
        this.limits = limits(link);
    }

    /** Defines a node; opening it connects. */
    static NodeDefinition define(GivenOptions options, NbdSettings settings) {
        return NodeDefinition.of("nbd", options, List.of(), context -> open(context, settings));
    }

    private static NbdDriver open(OpenContext context, NbdSettings settings) {
        NbdLink link = connect(settings);
        try {
            if (settings.dirtyBitmap() != null && !link.hasExtents()) {
                throw BlockException.of(
                        Errno.EINVAL,
                        "The NBD server has no metadata context '%s': check 'x-dirty-bitmap'"
                                .formatted(settings.dirtyBitmap()));
            }
            if (!link.isWritable()) {
                context.requireReadOnly("the NBD server lets nobody write");
            }
            return new NbdDriver(context.node(), settings, link);
        } catch (RuntimeException failure) {
            link.close();
            throw failure;
        }
    }

    private static NbdLink connect(NbdSettings settings) {
        try {
            return NbdLink.open(settings.link());
        } catch (NbdException e) {
            throw BlockException.of(errno(e), e.getMessage(), e);
        }
    }

    private static BlockLimits limits(NbdLink link) {
        int alignment = alignment(link);
        int most = link.maximumPayload() & -alignment;
        WriteFlags stable = link.hasFua() ? FUA : NONE;
        WriteFlags zeroes = stable.with(MAY_UNMAP);
        boolean anyLength = link.hasLongRequests();
        return BlockLimits.BYTES
                .withRequestAlignment(alignment, 1)
                .withOptTransfer(link.preferredBlock())
                .withMaxTransfer(most)
                .withZeroes(1, anyLength ? 0 : most)
                .withDiscard(1, anyLength ? 0 : Integer.MAX_VALUE & -alignment)
                .withFlags(stable, link.hasFastZeroes() ? zeroes.with(NO_FALLBACK) : zeroes);
    }

    private static int alignment(NbdLink link) {
        if (link.minimumBlock() > 0) {
            return link.minimumBlock();
        }
        boolean bytewise = link.hasExtents() || link.size() % UNTOLD_BLOCK != 0;
        return bytewise ? 1 : UNTOLD_BLOCK;
    }

    @Override
    public String name() {
        return "nbd";
    }

    @Override
    public long size() {
        return link.size();
    }

    @Override
    public BlockLimits limits() {
        return limits;
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        run("read", offset, server -> server.read(offset, into.duplicate()));
        into.position(into.limit());
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        requireInside("write", offset, from.remaining());
        run("write", offset, server -> server.write(offset, from.duplicate(), flags.has(FUA)));
        from.position(from.limit());
    }

    @Override
    public boolean hasZeroWrite() {
        return link.hasZeroes();
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        requireInside("write zeroes", offset, bytes);
        run(
                "write zeroes",
                offset,
                server ->
                        server.writeZeroes(
                                offset,
                                bytes,
                                flags.has(MAY_UNMAP),
                                flags.has(NO_FALLBACK),
                                flags.has(FUA)));
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        if (!link.hasZeroes()) {
            return BlockDriver.super.zeroPlan(mayUnmap);
        }
        return ZeroPlan.here(
                ZeroPlan.Action.PASS_ON,
                "The NBD server is asked to write zeros"
                        + (mayUnmap ? ", and may unmap." : " and to keep the space."));
    }

    @Override
    public boolean hasDiscard() {
        return link.hasTrim();
    }

    /** Parts of blocks, which the server would refuse, and what lies past its end are left out. */
    @Override
    public void discard(long offset, long bytes) {
        long block = limits.requestAlignment();
        long start = (offset + block - 1) & -block;
        long end = Math.min(offset + bytes, size()) & -block;
        if (start < end) {
            run("discard", start, server -> server.trim(start, end - start));
        }
    }

    @Override
    public void sync() {
        run("flush", 0, NbdClient::flush);
    }

    @Override
    public boolean hasBlockStatus() {
        return link.hasExtents();
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        NbdExtent extent = call("block status", offset, server -> server.extent(offset, bytes));
        long whole = Math.min(extent.bytes(), bytes) & -(long) limits.requestAlignment();
        if (whole == 0) {
            return BlockStatus.data(Math.min(bytes, limits.requestAlignment()), offset, node);
        }
        BlockStatus placed = BlockStatus.data(whole, offset, node);
        placed = extent.isHole() ? placed.without(BlockStatus.DATA) : placed;
        return extent.isZero() ? placed.with(BlockStatus.ZERO) : placed;
    }

    /** A smaller size is fine and changes nothing, as for a device of the host. */
    @Override
    public void truncate(long newSize) {
        if (newSize > size()) {
            throw BlockException.notSupported(
                    "Node '%s' cannot grow: the size of an NBD export is the server's"
                            .formatted(node.name()));
        }
    }

    @Override
    public void prepareAccess(Access own) {
        boolean writes = !node.isReadOnly() && !node.options().autoReadOnly();
        if (!link.isWritable() && (writes || own.used().hasAny(Permissions.WRITE))) {
            throw BlockException.of(
                    Errno.EACCES,
                    "Node '%s' cannot be written: the NBD server lets nobody write"
                            .formatted(node.name()));
        }
    }

    @Override
    public Hurry hurry(Duration patience) {
        return link.hurry(patience)::run;
    }

    @Override
    public @Nullable String exactFilename() {
        return settings.name();
    }

    @Override
    public Map<String, Object> strongOptions() {
        return settings.strong();
    }

    @Override
    public void close() {
        link.close();
    }

    private void requireInside(String operation, long offset, long bytes) {
        if (offset > size() - bytes) {
            throw BlockException.io(
                    Errno.EIO, operation, node.name(), offset, "past the end of the export");
        }
    }

    private void run(String operation, long offset, Consumer<NbdClient> request) {
        call(
                operation,
                offset,
                server -> {
                    request.accept(server);
                    return true;
                });
    }

    private <T> T call(String operation, long offset, Function<NbdClient, T> request) {
        try {
            return link.call(request);
        } catch (NbdException e) {
            throw BlockException.io(errno(e), operation, node.name(), offset, e.getMessage(), e);
        }
    }

    /** The server's error as ours; one that the protocol does not know is a refusal. */
    private static Errno errno(NbdException e) {
        return NbdError.isKnown(e.error()) ? Errno.of(e.error()) : Errno.EINVAL;
    }
}
