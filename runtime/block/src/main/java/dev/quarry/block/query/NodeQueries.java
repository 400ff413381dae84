package dev.quarry.block.query;

import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildRole;
import dev.quarry.block.Filenames;
import dev.quarry.block.NodeOptions;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockdevCacheInfo;
import dev.quarry.qapi.generated.BlockdevChild;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.BlockdevDiscardOptions;

import java.util.Comparator;
import java.util.List;

/** What is known of a node. */
public final class NodeQueries {
    private final boolean extensions;
    private final ImageQueries images;

    /**
     * @param extensions whether to tell what QEMU 7.2 does not
     */
    public NodeQueries(boolean extensions) {
        this.extensions = extensions;
        this.images = new ImageQueries(extensions);
    }

    /**
     * All that is known of a node.
     *
     * @param flat without the nodes below
     */
    public BlockDeviceInfo deviceInfo(BlockNode node, boolean flat) {
        NodeOptions options = node.options();
        BlockChild backing = node.backing();
        BlockDeviceInfo.Builder info =
                BlockDeviceInfo.builder()
                        .file(Filenames.of(node))
                        .nodeName(node.name())
                        .ro(node.isReadOnly())
                        .drv(node.driverName())
                        .backingFile(backing == null ? null : Filenames.of(backing.node()))
                        .backingFileDepth(flat ? 0L : depth(node))
                        .encrypted(node.driver().isEncrypted())
                        .detectZeroes(detectZeroes(options))
                        .bps(0L)
                        .bpsRd(0L)
                        .bpsWr(0L)
                        .iops(0L)
                        .iopsRd(0L)
                        .iopsWr(0L)
                        .image(images.imageInfo(node, flat))
                        .cache(cache(options))
                        .writeThreshold(node.writeThreshold());
        return (extensions ? extended(info, node) : info).build();
    }

    private static BlockDeviceInfo.Builder extended(BlockDeviceInfo.Builder info, BlockNode node) {
        NodeOptions options = node.options();
        return info.active(true)
                .children(children(node))
                .discard(
                        options.unmap()
                                ? BlockdevDiscardOptions.UNMAP
                                : BlockdevDiscardOptions.IGNORE)
                .detectZeroesGranularity((long) options.detectGranularity());
    }

    /** The backing file first. */
    private static List<BlockdevChild> children(BlockNode node) {
        return node.children().stream()
                .sorted(Comparator.comparing(child -> !child.roles().contains(ChildRole.COW)))
                .map(child -> new BlockdevChild(child.name(), child.node().name()))
                .toList();
    }

    private static BlockdevCacheInfo cache(NodeOptions options) {
        return new BlockdevCacheInfo(true, options.cacheDirect(), options.cacheNoFlush());
    }

    /** How many backing files and filters lie below. */
    private static long depth(BlockNode node) {
        BlockChild below = node.filteredOrBacking();
        return below == null ? 0 : 1 + depth(below.node());
    }

    private static BlockdevDetectZeroesOptions detectZeroes(NodeOptions options) {
        return switch (options.detectZeroes()) {
            case OFF -> BlockdevDetectZeroesOptions.OFF;
            case ON -> BlockdevDetectZeroesOptions.ON;
            case UNMAP -> BlockdevDetectZeroesOptions.UNMAP;
        };
    }
}
