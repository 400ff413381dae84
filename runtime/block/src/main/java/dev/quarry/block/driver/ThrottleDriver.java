package dev.quarry.block.driver;

import dev.quarry.block.BlockChild;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DriverSettings;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.Hurry;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.ThrottleSource;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.throttle.Direction;
import dev.quarry.block.throttle.ThrottleMember;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes requests on to a child {@code "file"} when the limits of its group let them through. Who
 * waits for requests to end, to drain or to close, does not wait for the limits.
 */
final class ThrottleDriver extends PassingFilter {
    private static final String GROUP = "throttle-group";

    private final String groupName;
    private final ThrottleSource.Use use;
    private final ThrottleMember member;

    private ThrottleDriver(BlockChild file, String groupName, ThrottleSource.Use use) {
        super(file);
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
        return new ThrottleDriver(context.child(FILE), group, use);
    }

    @Override
    public String name() {
        return "throttle";
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        member.await(Direction.READ, into.remaining());
        super.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        member.await(Direction.WRITE, from.remaining());
        super.write(offset, from, flags);
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        member.await(Direction.WRITE, bytes);
        super.writeZeroes(offset, bytes, flags);
    }

    @Override
    public void discard(long offset, long bytes) {
        member.await(Direction.WRITE, bytes);
        super.discard(offset, bytes);
    }

    @Override
    public Hurry hurry(Duration patience) {
        member.release();
        return member::hold;
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
