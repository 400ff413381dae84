package dev.quarry.block.quorum;

import static dev.quarry.block.Permissions.CONSISTENT_READ;
import static dev.quarry.block.Permissions.NONE;
import static dev.quarry.block.Permissions.WRITE;
import static dev.quarry.block.Permissions.WRITE_UNCHANGED;
import static dev.quarry.block.WriteFlags.FUA;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.Access;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.OpenContext;
import dev.quarry.block.RequestList;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.QuorumOpType;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes to all of its children and lets them vote on what is read. A request that enough children
 * did has worked; those that did not are told of.
 *
 * <p>Overlapping writes go to the children one after the other, or the children would differ.
 */
public final class QuorumDriver implements BlockDriver {
    private final List<BlockChild> children;
    private final QuorumSettings settings;
    private final Reports reports;
    private final RequestList requests = new RequestList();
    private final QuorumReads reads;

    private QuorumDriver(OpenContext context, List<BlockChild> children, QuorumSettings settings) {
        this.children = children;
        this.settings = settings;
        this.reports = new Reports(context.node(), settings.threshold());
        this.reads = new QuorumReads(children, settings, reports, requests);
    }

    /** The edge of a child by its place in the list. */
    public static String childName(int index) {
        return "children." + index;
    }

    /**
     * Defines a node.
     *
     * @param children in the order given, named by {@link #childName}, in the role of data
     * @throws BlockException if the options do not go together
     */
    public static NodeDefinition define(
            GivenOptions common, BlockdevOptions.Quorum given, List<ChildDefinition> children) {
        QuorumSettings settings = QuorumSettings.of(given);
        return NodeDefinition.of(
                "quorum", common, children, context -> open(context, settings, children));
    }

    private static QuorumDriver open(
            OpenContext context, QuorumSettings settings, List<ChildDefinition> defined) {
        List<BlockChild> children =
                defined.stream().map(child -> context.child(child.name())).toList();
        long size = children.getFirst().size();
        for (BlockChild child : children) {
            if (child.size() != size) {
                throw BlockException.of(
                        Errno.EINVAL,
                        "'children' differ in size: '%s' has %d bytes, '%s' has %d"
                                .formatted(
                                        children.getFirst().node().name(),
                                        size,
                                        child.node().name(),
                                        child.size()));
            }
        }
        return new QuorumDriver(context, children, settings);
    }

    @Override
    public String name() {
        return "quorum";
    }

    @Override
    public long size() {
        return children.getFirst().size();
    }

    /** What every child can. */
    @Override
    public BlockLimits limits() {
        WriteFlags zero = FUA.with(MAY_UNMAP).with(NO_FALLBACK);
        for (BlockChild child : children) {
            zero = zero.and(child.node().driver().limits().zeroFlags());
        }
        return BlockLimits.BYTES.withFlags(WriteFlags.NONE, zero);
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        reads.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        int bytes = from.remaining();
        toAll("write", offset, bytes, child -> child.write(offset, from.slice(), flags));
        from.position(from.limit());
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        toAll("write zeroes", offset, bytes, child -> child.writeZeroes(offset, bytes, flags));
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        return ZeroPlan.passed(
                ZeroPlan.Action.PASS_ON,
                "The zero write goes to every child; the first one is followed here.",
                children.getFirst());
    }

    private void toAll(String operation, long offset, long bytes, Consumer<BlockChild> action) {
        RequestList.Request alone = requests.enter(offset, offset + bytes, true);
        try {
            List<BlockException> errors = tryAll(QuorumOpType.WRITE, offset, bytes, action);
            if (!reports.isEnough(children.size() - errors.size())) {
                BlockException most = Reports.mostFrequent(errors);
                throw reports.failed(operation, offset, bytes, most.errno(), most.getMessage());
            }
        } finally {
            requests.leave(alone);
        }
    }

    /** Every child gets its turn; those that fail are told of. */
    private List<BlockException> tryAll(
            QuorumOpType type, long offset, long bytes, Consumer<BlockChild> action) {
        List<BlockException> errors = new ArrayList<>();
        for (BlockChild child : children) {
            try {
                action.accept(child);
            } catch (BlockException failed) {
                reports.bad(type, child, offset, bytes, failed);
                errors.add(failed);
            }
        }
        return errors;
    }

    @Override
    public void flushChildren(List<BlockChild> written) {
        List<BlockException> errors = tryAll(QuorumOpType.FLUSH, 0, 0, BlockChild::flush);
        if (!reports.isEnough(children.size() - errors.size())) {
            throw Reports.mostFrequent(errors);
        }
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    /** Zeros only where all say so. */
    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        long zeros = bytes;
        long data = 0;
        for (BlockChild child : children) {
            BlockStatus status = statusOf(child, offset, bytes, wantZero);
            if (status.isZero()) {
                zeros = Math.min(zeros, status.bytes());
            } else {
                data = Math.max(data, status.bytes());
            }
        }
        return data > 0 ? BlockStatus.data(data) : BlockStatus.zero(zeros);
    }

    private BlockStatus statusOf(BlockChild child, long offset, long bytes, boolean wantZero) {
        try {
            return child.blockStatusAbove(offset, bytes, wantZero);
        } catch (BlockException failed) {
            reports.bad(QuorumOpType.READ, child, offset, bytes, failed);
            return BlockStatus.data(bytes);
        }
    }

    /** No child may be changed or resized by others, or the children would differ. */
    @Override
    public Access childAccess(BlockChild child, Access own) {
        return new Access(
                own.used().with(settings.rewrites() ? WRITE : NONE),
                own.shared().and(CONSISTENT_READ.with(WRITE_UNCHANGED)));
    }

    @Override
    public Map<String, Object> strongOptions() {
        return settings.strong();
    }

    @Override
    public void close() {}
}
