package dev.quarry.block.qcow2;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Makes new qcow2 images. Blocks; any thread may call. */
public final class Qcow2Image {
    private Qcow2Image() {}

    /**
     * Creates an image in a new file. It reads as zeros, or as its backing file, which need not
     * exist yet.
     *
     * @throws dev.quarry.block.BlockException {@code EEXIST} if the file exists, {@code EFBIG} if
     *     the size is too large for the cluster size, {@code EINVAL} if the name of the backing
     *     file does not fit the header, or what the file system says
     */
    public static void create(Path path, CreateOptions options) {
        ImageLayout.of(options.geometry());
        try (ChannelFile file =
                ChannelFile.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            create(file, options);
        }
    }

    /** Creates an image in an empty file; the header is written last. */
    static void create(ImageFile file, CreateOptions options) {
        Geometry geometry = options.geometry();
        ImageLayout layout = ImageLayout.of(geometry);
        ByteBuffer header = HeaderWriter.encode(options, layout);
        file.truncate(layout.fileLength());
        file.write(layout.refcountTableOffset(), refcountTable(layout));
        for (int i = 0; i < layout.refcountBlocks(); i++) {
            file.write(layout.refcountBlockOffset(i), refcountBlock(geometry, layout, i));
        }
        file.flush();
        file.write(0, header);
        file.flush();
    }

    private static ByteBuffer refcountTable(ImageLayout layout) {
        int bytes = layout.refcountTableClusters() << layout.clusterBits();
        ByteBuffer table = ByteBuffer.allocate(bytes);
        for (int i = 0; i < layout.refcountBlocks(); i++) {
            table.putLong(layout.refcountBlockOffset(i));
        }
        return table.clear();
    }

    private static ByteBuffer refcountBlock(Geometry geometry, ImageLayout layout, int number) {
        ByteBuffer block = ByteBuffer.allocate(geometry.clusterSize());
        long first = (long) number * geometry.countsPerBlock();
        long used = Math.min(layout.usedClusters() - first, geometry.countsPerBlock());
        for (int i = 0; i < used; i++) {
            RefcountCodec.set(block, geometry.refcountOrder(), i, 1);
        }
        return block;
    }
}
