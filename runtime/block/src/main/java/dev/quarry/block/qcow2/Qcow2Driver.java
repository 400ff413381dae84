package dev.quarry.block.qcow2;

import static dev.quarry.block.WriteFlags.COMPRESSED;
import static dev.quarry.block.WriteFlags.MAY_UNMAP;
import static dev.quarry.block.WriteFlags.NONE;
import static dev.quarry.block.WriteFlags.NO_FALLBACK;

import dev.quarry.block.BackingLink;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockException;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.BlockStatus;
import dev.quarry.block.ChildDefinition;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.GivenOptions;
import dev.quarry.block.NodeDefinition;
import dev.quarry.block.WriteFlags;
import dev.quarry.block.ZeroObstacle;
import dev.quarry.block.ZeroPlan;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * An image in the qcow2 format over a child {@code "file"}, with an optional child {@code
 * "backing"}. Requests run on the caller's thread; the work is done by {@link OpenImage}.
 */
public final class Qcow2Driver implements BlockDriver {
    private final BlockNode node;
    private final BlockChild file;
    private final Supplier<OpenImage> opener;
    private final BlockLimits limits;

    /** Changes only while the node is drained. */
    private volatile OpenImage image;

    /**
     * @param opener opens the image from its file, now and whenever its size has changed
     */
    Qcow2Driver(BlockNode node, BlockChild file, Supplier<OpenImage> opener) {
        this.node = node;
        this.file = file;
        this.opener = opener;
        this.image = opener.get();
        Geometry geometry = image.geometry();
        this.limits =
                BlockLimits.BYTES
                        .withZeroes(geometry.unitSize(), 0)
                        .withDiscard(geometry.clusterSize(), 0)
                        .withFlags(COMPRESSED, zeroFlags(geometry));
    }

    /** Version 2 has no zero clusters, so it promises nothing. */
    private static WriteFlags zeroFlags(Geometry geometry) {
        return geometry.version() < 3 ? NONE : MAY_UNMAP.with(NO_FALLBACK);
    }

    /**
     * Defines a node.
     *
     * @param file the image file, named {@code "file"}, in the roles of an image
     * @param backing the backing file, named {@code "backing"}; null for what {@code implicit} says
     * @param implicit defines the backing file that the header names; null for no backing file
     */
    public static NodeDefinition define(
            GivenOptions options,
            Qcow2Settings settings,
            ChildDefinition file,
            @Nullable ChildDefinition backing,
            @Nullable BackingDefiner implicit) {
        List<ChildDefinition> children = new ArrayList<>(List.of(file));
        if (backing != null) {
            children.add(backing);
        }
        return NodeDefinition.of(
                "qcow2",
                options,
                children,
                context -> Qcow2Opening.open(context, settings, implicit));
    }

    /** What the image's own format tells: version, counts, marks. Any thread. */
    public Qcow2Facts facts() {
        return Qcow2Facts.of(image);
    }

    /**
     * Checks the image, and repairs it if asked to. The node must be drained; what waits in memory
     * is written first, and after a repair the image is opened anew.
     *
     * @throws BlockException {@code EROFS} a repair of a node that is read-only, or as the file
     *     says
     */
    public CheckResult check(Repair repair) {
        if (repair == Repair.NONE) {
            image.settle();
            return CheckRun.run(new ChildFile(file), repair);
        }
        if (node.isReadOnly()) {
            throw BlockException.of(
                    Errno.EROFS, "Node '" + node.name() + "' cannot be repaired: it is read-only");
        }
        image.settle();
        try {
            return CheckRun.run(new ChildFile(file), repair);
        } finally {
            image = SizeChange.reopened(image, opener);
        }
    }

    @Override
    public String name() {
        return "qcow2";
    }

    @Override
    public long size() {
        return image.geometry().size();
    }

    @Override
    public BlockLimits limits() {
        return limits;
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        image.read(offset, into);
    }

    @Override
    public void write(long offset, ByteBuffer from, WriteFlags flags) {
        if (flags.has(COMPRESSED)) {
            image.writeCompressed(offset, from);
        } else {
            image.write(offset, from);
        }
    }

    @Override
    public boolean hasZeroWrite() {
        return true;
    }

    @Override
    public void writeZeroes(long offset, long bytes, WriteFlags flags) {
        long released = image.writeZeroes(offset, bytes, flags.has(MAY_UNMAP));
        node.zeroCounters().countPunched(released);
    }

    @Override
    public boolean hasDiscard() {
        return true;
    }

    @Override
    public void discard(long offset, long bytes) {
        image.discard(offset, bytes);
    }

    @Override
    public void flush() {
        image.flush();
    }

    @Override
    public void settle() {
        image.settle();
    }

    @Override
    public @Nullable ZeroObstacle zeroObstacle() {
        return image.marksZeros() ? null : ZeroObstacle.BACKING;
    }

    @Override
    public ZeroPlan zeroPlan(boolean mayUnmap) {
        if (!image.marksZeros()) {
            return ZeroPlan.passed(
                    ZeroPlan.Action.WRITE_DATA,
                    "Zeros are written as data: " + ZeroObstacle.BACKING.words() + ".",
                    file);
        }
        boolean keeps = !mayUnmap && image.geometry().version() >= 3;
        if (keeps) {
            return ZeroPlan.here(
                    ZeroPlan.Action.MARK, "Clusters are marked as zeros and keep their space.");
        }
        String words = "Clusters are given up; they read as zeros.";
        return image.passesDiscards()
                ? ZeroPlan.discarding(ZeroPlan.Action.RELEASE, words, file)
                : ZeroPlan.here(ZeroPlan.Action.RELEASE, words + " The file is not told.");
    }

    @Override
    public boolean hasBlockStatus() {
        return true;
    }

    @Override
    public BlockStatus blockStatus(long offset, long bytes, boolean wantZero) {
        return switch (image.map(offset, bytes)) {
            case Mapping.Data data -> BlockStatus.data(data.length(), data.host(), file.node());
            case Mapping.Zero zero when zero.host() == 0 -> BlockStatus.zero(zero.length());
            case Mapping.Zero zero -> BlockStatus.zero(zero.length(), zero.host(), file.node());
            case Mapping.Unallocated hole -> BlockStatus.unallocated(hole.length());
            case Mapping.Compressed packed -> BlockStatus.data(packed.length());
        };
    }

    @Override
    public void truncate(long newSize) {
        image = new SizeChange(opener).apply(image, newSize);
    }

    @Override
    public boolean supportsBacking() {
        return true;
    }

    @Override
    public DriverInfo info() {
        return new DriverInfo(image.geometry().clusterSize(), image.isDirty());
    }

    @Override
    public @Nullable BackingLink backingLink() {
        Qcow2Header header = image.header();
        String name = header.backingFile();
        return name == null ? null : new BackingLink(name, header.extensions().backingFormat());
    }

    @Override
    public void close() {
        image.close();
    }
}
