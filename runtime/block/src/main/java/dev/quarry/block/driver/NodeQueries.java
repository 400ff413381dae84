package dev.quarry.block.driver;

import dev.quarry.block.BackingLink;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.Filenames;
import dev.quarry.block.NodeOptions;
import dev.quarry.block.qcow2.Qcow2Driver;
import dev.quarry.qapi.generated.BlockDeviceInfo;
import dev.quarry.qapi.generated.BlockdevCacheInfo;
import dev.quarry.qapi.generated.BlockdevDetectZeroesOptions;
import dev.quarry.qapi.generated.ImageInfo;
import dev.quarry.qapi.generated.ImageInfoSpecific;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/**
 * What queries tell of a node. Any thread; asks the file system for sizes, so it may block. A node
 * that is removed meanwhile may fail the query.
 */
public final class NodeQueries {
    private static final Set<ChildRole> STORAGE =
            Set.of(ChildRole.DATA, ChildRole.METADATA, ChildRole.FILTERED);

    private NodeQueries() {}

    /**
     * All that is known of a node.
     *
     * @param flat without the nodes below
     */
    public static BlockDeviceInfo deviceInfo(BlockNode node, boolean flat) {
        NodeOptions options = node.options();
        BlockChild backing = node.backing();
        return BlockDeviceInfo.builder()
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
                .image(imageInfo(node, flat))
                .cache(new BlockdevCacheInfo(true, options.cacheDirect(), options.cacheNoFlush()))
                .writeThreshold(node.writeThreshold())
                .build();
    }

    /**
     * What is known of the image in a node.
     *
     * @param flat without the image below
     */
    public static ImageInfo imageInfo(BlockNode node, boolean flat) {
        BlockDriver driver = node.driver();
        DriverInfo info = driver.info();
        BackingLink link = driver.backingLink();
        BlockChild below = flat ? null : node.filteredOrBacking();
        return ImageInfo.builder()
                .filename(Filenames.of(node))
                .format(node.driverName())
                .dirtyFlag(info == null ? null : info.dirty())
                .actualSize(known(allocatedBytes(node)))
                .virtualSize(node.size())
                .clusterSize(info == null || info.clusterSize() == 0 ? null : clusterSize(info))
                .encrypted(driver.isEncrypted() ? true : null)
                .backingFilename(link == null ? null : link.filename())
                .fullBackingFilename(Filenames.fullBacking(node))
                .backingFilenameFormat(link == null ? null : link.format())
                .backingImage(below == null ? null : imageInfo(below.node(), false))
                .formatSpecific(specific(driver))
                .build();
    }

    private static @Nullable ImageInfoSpecific specific(BlockDriver driver) {
        return driver instanceof Qcow2Driver qcow2 ? Qcow2Queries.specific(qcow2.facts()) : null;
    }

    private static long clusterSize(DriverInfo info) {
        return info.clusterSize();
    }

    /** How many backing files and filters lie below. */
    private static long depth(BlockNode node) {
        BlockChild below = node.filteredOrBacking();
        return below == null ? 0 : 1 + depth(below.node());
    }

    /** What the host gave to the node: the driver's own answer, or its storage children's. */
    private static long allocatedBytes(BlockNode node) {
        long own = node.driver().allocatedBytes();
        if (own >= 0 || node.children().isEmpty()) {
            return own;
        }
        long sum = 0;
        for (BlockChild child : node.children()) {
            if (child.roles().stream().anyMatch(STORAGE::contains)) {
                long part = allocatedBytes(child.node());
                if (part < 0) {
                    return -1;
                }
                sum += part;
            }
        }
        return sum;
    }

    private static @Nullable Long known(long bytes) {
        return bytes < 0 ? null : bytes;
    }

    private static BlockdevDetectZeroesOptions detectZeroes(NodeOptions options) {
        return switch (options.detectZeroes()) {
            case OFF -> BlockdevDetectZeroesOptions.OFF;
            case ON -> BlockdevDetectZeroesOptions.ON;
            case UNMAP -> BlockdevDetectZeroesOptions.UNMAP;
        };
    }
}
