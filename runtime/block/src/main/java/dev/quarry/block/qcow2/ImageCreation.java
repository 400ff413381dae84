package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;

import java.nio.ByteBuffer;

/**
 * Writes a new image into a file, over whatever is there. The old header goes first and the new one
 * comes last, so that a file with half an image is not taken for one. Not thread-safe.
 */
final class ImageCreation {
    /** Bytes of guest data between two pause points. */
    private static final long STEP = 16L << 20;

    private final ImageFile file;
    private final CreateOptions options;
    private final Geometry geometry;
    private final ImageLayout layout;
    private final ByteBuffer header;
    private final Runnable pausePoint;

    /**
     * Plans an image; nothing is written yet.
     *
     * @param pausePoint is called now and then, and may throw to give up
     * @throws BlockException if the options cannot be met by any image
     */
    ImageCreation(ImageFile file, CreateOptions options, Runnable pausePoint) {
        this.file = file;
        this.options = options;
        this.geometry = options.geometry();
        this.layout = ImageLayout.of(options);
        this.header = HeaderWriter.encode(options, layout);
        this.pausePoint = pausePoint;
    }

    /** Writes the image, durably. */
    void write() {
        if (file.size() < layout.fileLength()) {
            file.truncate(layout.fileLength());
        }
        file.write(0, ByteBuffer.allocate(geometry.clusterSize()));
        file.flush();
        writeRefcounts();
        writeMappings();
        takeSpace();
        file.flush();
        file.write(0, header);
        file.flush();
    }

    private void writeRefcounts() {
        file.write(layout.refcountTableOffset(), refcountTable());
        for (int i = 0; i < layout.refcountBlocks(); i++) {
            pausePoint.run();
            file.write(layout.refcountBlockOffset(i), refcountBlock(i));
        }
    }

    private ByteBuffer refcountTable() {
        int bytes = layout.refcountTableClusters() << layout.clusterBits();
        ByteBuffer table = ByteBuffer.allocate(bytes);
        for (int i = 0; i < layout.refcountBlocks(); i++) {
            table.putLong(layout.refcountBlockOffset(i));
        }
        return table.clear();
    }

    private ByteBuffer refcountBlock(int number) {
        ByteBuffer block = ByteBuffer.allocate(geometry.clusterSize());
        long first = (long) number * geometry.countsPerBlock();
        long used = Math.min(layout.usedClusters() - first, geometry.countsPerBlock());
        for (int i = 0; i < used; i++) {
            RefcountCodec.set(block, geometry.refcountOrder(), i, 1);
        }
        return block;
    }

    private void writeMappings() {
        ByteBuffer l1 = ByteBuffer.allocate((int) layout.l1Bytes());
        for (int i = 0; i < layout.l2Tables(); i++) {
            pausePoint.run();
            file.write(layout.l2Offset(i), l2Table(i));
            l1.putLong(layout.l2Offset(i) | L2Entry.COPIED);
        }
        file.write(layout.l1Offset(), l1.clear());
    }

    /** With subclusters, clusters have their place and none of their parts is in use. */
    private ByteBuffer l2Table(int number) {
        ByteBuffer table = ByteBuffer.allocate(geometry.clusterSize());
        long first = (long) number * geometry.l2Entries();
        long count = Math.min(layout.dataClusters() - first, geometry.l2Entries());
        for (int i = 0; i < count; i++) {
            long host = layout.dataOffset() + ((first + i) << geometry.clusterBits());
            table.putLong(i * geometry.l2EntrySize(), host | L2Entry.COPIED);
        }
        return table;
    }

    /** What the clusters of the guest hold has to be zeros, whatever was in the file before. */
    private void takeSpace() {
        if (options.preallocation() == Preallocation.METADATA) {
            file.clear(layout.dataOffset(), layout.dataBytes());
            return;
        }
        long end = layout.dataOffset() + layout.dataBytes();
        for (long at = layout.dataOffset(); at < end; at += STEP) {
            pausePoint.run();
            long bytes = Math.min(STEP, end - at);
            if (options.preallocation() == Preallocation.FULL) {
                file.fill(at, bytes);
            } else {
                file.reserve(at, bytes);
            }
        }
    }
}
