package dev.quarry.block.query;

import dev.quarry.block.BackingLink;
import dev.quarry.block.BlockChild;
import dev.quarry.block.BlockDriver;
import dev.quarry.block.BlockLimits;
import dev.quarry.block.BlockNode;
import dev.quarry.block.ChildRole;
import dev.quarry.block.DriverInfo;
import dev.quarry.block.Filenames;
import dev.quarry.block.driver.FileDriver;
import dev.quarry.block.qcow2.Qcow2Driver;
import dev.quarry.qapi.generated.BlockLimitsInfo;
import dev.quarry.qapi.generated.ImageInfo;
import dev.quarry.qapi.generated.ImageInfoSpecific;
import dev.quarry.qapi.generated.ImageInfoSpecificFile;

import org.jspecify.annotations.Nullable;

import java.util.Set;

/** What is known of the image in a node. */
final class ImageQueries {
    private static final Set<ChildRole> STORAGE =
            Set.of(ChildRole.DATA, ChildRole.METADATA, ChildRole.FILTERED);

    /** What Linux takes in one call. */
    private static final long MAX_PIECES = 1024;

    /** The size of a page of memory, in bytes. */
    private static final long PAGE = 4096;

    private final boolean extensions;

    ImageQueries(boolean extensions) {
        this.extensions = extensions;
    }

    /**
     * @param flat without the image below
     */
    ImageInfo imageInfo(BlockNode node, boolean flat) {
        BlockDriver driver = node.driver();
        DriverInfo info = driver.info();
        BackingLink link = driver.backingLink();
        BlockChild below = flat ? null : node.filteredOrBacking();
        return ImageInfo.builder()
                .filename(Filenames.of(node))
                .format(node.driverName())
                .dirtyFlag(info == null ? null : info.dirty())
                .actualSize(shownAllocation(node))
                .virtualSize(node.size())
                .clusterSize(info == null ? null : given(info.clusterSize()))
                .encrypted(driver.isEncrypted() ? true : null)
                .backingFilename(link == null ? null : link.filename())
                .fullBackingFilename(Filenames.fullBacking(node))
                .backingFilenameFormat(link == null ? null : link.format())
                .backingImage(below == null ? null : imageInfo(below.node(), false))
                .formatSpecific(specific(driver))
                .limits(extensions ? limits(node.limits()) : null)
                .build();
    }

    private static BlockLimitsInfo limits(BlockLimits limits) {
        return BlockLimitsInfo.builder()
                .requestAlignment((long) limits.requestAlignment())
                .maxDiscard(given(limits.maxDiscard()))
                .discardAlignment(beyondOne(limits.discardAlignment()))
                .maxWriteZeroes(given(limits.maxZeroes()))
                .writeZeroesAlignment(beyondOne(limits.zeroAlignment()))
                .optTransfer(given(limits.optTransfer()))
                .maxTransfer(given(limits.maxTransfer()))
                .maxIov(MAX_PIECES)
                .minMemAlignment((long) limits.memoryAlignment())
                .optMemAlignment(Math.max(limits.memoryAlignment(), PAGE))
                .build();
    }

    private @Nullable ImageInfoSpecific specific(BlockDriver driver) {
        return switch (driver) {
            case Qcow2Driver qcow2 -> Qcow2Queries.specific(qcow2.facts());
            case FileDriver _ when extensions ->
                    new ImageInfoSpecific.File(new ImageInfoSpecificFile());
            default -> null;
        };
    }

    private static @Nullable Long shownAllocation(BlockNode node) {
        return node.driver().tellsAllocation() ? known(allocatedBytes(node)) : null;
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

    /** Zero stands for "none". */
    private static @Nullable Long given(long bytes) {
        return bytes == 0 ? null : bytes;
    }

    private static @Nullable Long beyondOne(long alignment) {
        return alignment == 1 ? null : alignment;
    }
}
