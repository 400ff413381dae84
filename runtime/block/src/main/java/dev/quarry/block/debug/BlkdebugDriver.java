package dev.quarry.block.debug;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.Access;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildAccess;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.DriverSettings;
import dev.quarry.block.Filenames;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.qapi.generated.BlkdebugEvent;
import dev.quarry.qapi.generated.BlkdebugIOType;
import dev.quarry.qapi.generated.BlockdevOptions;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Passes requests on to a child {@code "image"}, and fails those that its rules pick; claims limits
 * that the child does not have.
 */
public final class BlkdebugDriver implements BlockDriver {
    /** The name of its child. */
    public static final String IMAGE = "image";

    private final BlockNode node;
    private final BlockChild image;
    private final BlkdebugOptions options;
    private final Rules rules;

    private BlkdebugDriver(BlockNode node, BlockChild image, BlkdebugOptions options, Rules rules) {
        this.node = node;
        this.image = image;
        this.options = options;
        this.rules = rules;
    }

    /**
     * Defines a node.
     *
     * @param image the child, named {@link #IMAGE}, in the roles of a filter
     * @throws BlockException if a rule has a number out of range
     */
    public static NodeDefinition define(
            GivenOptions common, BlockdevOptions.Blkdebug given, ChildDefinition image) {
        BlkdebugOptions options = BlkdebugOptions.of(given);
        return NodeDefinition.of(
                        "blkdebug", common, List.of(image), context -> open(context, options))
                .withSettings(DriverSettings.fixed(options.given()));
    }

    /** The rules of the file come before those given with the node. */
    private static BlkdebugDriver open(OpenContext context, BlkdebugOptions options) {
        BlockChild image = context.child(IMAGE);
        options.constraints().requirePossible(image.node().driver().limits().requestAlignment());
        List<Rule> all = new ArrayList<>();
        if (options.config() != null) {
            all.addAll(ConfigFile.read(options.config()));
        }
        all.addAll(options.rules());
        return new BlkdebugDriver(context.node(), image, options, new Rules(all));
    }

    @Override
    public String name() {
        return "blkdebug";
    }

    @Override
    public long size() {
        return image.node().driver().size();
    }

    @Override
    public BlockLimits limits() {
        BlockLimits below = image.node().driver().limits();
        return options.constraints()
                .limits()
                .withFlags(
                        below.writeFlags().and(FUA),
                        below.zeroFlags().and(FUA.with(MAY_UNMAP).with(NO_FALLBACK)));
    }

    @Override
    public void step(BlkdebugEvent step) {
        rules.happened(step);
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        check(BlkdebugIOType.READ, "read", offset, into.remaining());
        image.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        check(BlkdebugIOType.WRITE, "write", offset, from.remaining());
        image.write(offset, from, flags);
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        requireAtLeast(options.constraints().leastZeroes(), bytes);
        check(BlkdebugIOType.WRITE_ZEROES, "write zeroes", offset, bytes);
        image.writeZeroes(offset, bytes, flags);
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        return ZeroPlan.passed(
                ZeroPlan.Action.PASS_ON,
                "The zero write is handed on, if no rule fails it.",
                image);
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        requireAtLeast(options.constraints().leastDiscard(), bytes);
        check(BlkdebugIOType.DISCARD, "discard", offset, bytes);
        image.discard(offset, bytes);
    }

    @Override
    public void sync() {
        check(BlkdebugIOType.FLUSH, "flush", 0, 0);
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        check(BlkdebugIOType.BLOCK_STATUS, "block status", offset, bytes);
        return BlockStatus.raw(bytes, offset, image.node());
    }

    @Override
    public void truncate(long newSize) {
        image.truncate(newSize);
    }

    @Override
    public boolean isFilter() {
        return true;
    }

    @Override
    public Access childAccess(BlockChild child, Access own) {
        Access usual = ChildAccess.byRole(child, own);
        return new Access(
                usual.used().with(options.taken()), usual.shared().without(options.unshared()));
    }

    @Override
    public @Nullable DriverInfo info() {
        return image.node().driver().info();
    }

    @Override
    public boolean tellsAllocation() {
        return false;
    }

    @Override
    public @Nullable String exactFilename() {
        String below = options.isOnlyConfig() ? Filenames.exact(image.node()) : null;
        String config = Objects.requireNonNullElse(options.config(), "");
        return below == null ? null : "blkdebug:" + config + ":" + below;
    }

    @Override
    public Map<String, Object> strongOptions() {
        return options.strong();
    }

    @Override
    public void close() {}

    private void check(BlkdebugIOType kind, String operation, long offset, long bytes) {
        rules.check(kind, operation, node.name(), offset, bytes);
    }

    private static void requireAtLeast(long least, long bytes) {
        if (bytes < least) {
            throw BlockException.notSupported("Less than the " + least + " bytes of one piece");
        }
    }
}
