package dev.quarry.block.driver;

import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.DriverSettings;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.Hurry;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.ThrottleSource;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.block.throttle.Direction;
import dev.quarry.block.throttle.ThrottleMember;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes requests on to a child {@code "file"} when the limits of its group let them through. Who
 * waits for requests to end, to drain or to close, does not wait for the limits.
 */
final class ThrottleDriver implements BlockDriver {
    static final String GROUP = "throttle-group";

    private final BlockChild file;
    private final String groupName;
    private final ThrottleSource.Use use;
    private final ThrottleMember member;

    private ThrottleDriver(BlockChild file, String groupName, ThrottleSource.Use use) {
        this.file = file;
        this.groupName = groupName;
        this.use = use;
        this.member = use.group().join();
    }

    /** Defines a node; the child is named {@code file}, in the roles of a filter. */
    static NodeDefinition define(GivenOptions options, String group, ChildDefinition file) {
        return NodeDefinition.of(
                        "throttle", options, List.of(file), context -> open(context, group))
                .withSettings(DriverSettings.renewed(Map.of(GROUP, group), Set.of(GROUP)));
    }

    private static ThrottleDriver open(OpenContext context, String group) {
        ThrottleSource.Use use = context.throttles().use(group, context.node().describe());
        return new ThrottleDriver(context.child("file"), group, use);
    }

    @Override
    public String name() {
        return "throttle";
    }

    @Override
    public long size() {
        return file.node().driver().size();
    }

    @Override
    public BlockLimits limits() {
        BlockLimits below = file.node().driver().limits();
        return BlockLimits.BYTES.withFlags(
                below.writeFlags().and(FUA),
                below.zeroFlags().and(FUA.with(MAY_UNMAP).with(NO_FALLBACK)));
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        member.await(Direction.READ, into.remaining());
        file.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        member.await(Direction.WRITE, from.remaining());
        file.write(offset, from, flags);
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        member.await(Direction.WRITE, bytes);
        file.writeZeroes(offset, bytes, flags);
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        return ZeroPlan.passed(
                ZeroPlan.Action.PASS_ON,
                "The zero write is handed on when the limits allow.",
                file);
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        member.await(Direction.WRITE, bytes);
        file.discard(offset, bytes);
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return BlockStatus.raw(bytes, offset, file.node());
    }

    @Override
    public void truncate(long newSize) {
        file.truncate(newSize);
    }

    @Override
    public boolean isFilter() {
        return true;
    }

    @Override
    public Hurry hurry(Duration patience) {
        member.release();
        return member::hold;
    }

    @Override
    public @Nullable DriverInfo info() {
        return file.node().driver().info();
    }

    @Override
    public Map<String, Object> strongOptions() {
        return Map.of(GROUP, groupName);
    }

    @Override
    public void retire() {
        use.close();
    }

    @Override
    public void close() {
        use.close();
    }
}
