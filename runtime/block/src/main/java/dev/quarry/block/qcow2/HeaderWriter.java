package dev.quarry.block.qcow2;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;

import org.jspecify.annotations.Nullable;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Encodes the header cluster of a new image. */
final class HeaderWriter {
    /** Clusters up to this many bytes keep the room of the feature names for a backing file. */
    private static final int SMALL_CLUSTER = 4096;

    private final CreateOptions options;
    private final ImageLayout layout;
    private final ByteBuffer bytes;

    private HeaderWriter(CreateOptions options, ImageLayout layout) {
        this.options = options;
        this.layout = layout;
        this.bytes = ByteBuffer.allocate(options.clusterSize());
    }

    /**
     * The header with its extensions and the name of the backing file.
     *
     * @throws BlockException {@code EINVAL} if they do not fit into a cluster
     */
    static ByteBuffer encode(CreateOptions options, ImageLayout layout) {
        try {
            return new HeaderWriter(options, layout).encode();
        } catch (BufferOverflowException overflow) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Cannot create a qcow2 image: 'backing-file' does not fit a cluster of "
                            + options.clusterSize()
                            + " bytes",
                    overflow);
        }
    }

    private ByteBuffer encode() {
        putFixed();
        if (options.version() >= 3) {
            putFeatures();
        }
        putText(HeaderExtensions.BACKING_FORMAT, options.backingFormat());
        if (options.version() >= 3 && options.clusterSize() > SMALL_CLUSTER) {
            putFeatureNames();
        }
        bytes.putInt(0).putInt(0);
        putBackingFile(options.backingFile());
        return bytes.clear();
    }

    private void putFixed() {
        Geometry geometry = options.geometry();
        bytes.putInt(Qcow2Header.MAGIC).putInt(options.version());
        bytes.putLong(0).putInt(0);
        bytes.putInt(geometry.clusterBits()).putLong(options.size()).putInt(0);
        bytes.putInt(layout.l1Entries()).putLong(layout.l1Entries() == 0 ? 0 : layout.l1Offset());
        bytes.putLong(layout.refcountTableOffset()).putInt(layout.refcountTableClusters());
        bytes.putInt(0).putLong(0);
    }

    private void putFeatures() {
        bytes.putLong(options.incompatible());
        bytes.putLong(options.lazyRefcounts() ? Features.LAZY_REFCOUNTS : 0).putLong(0);
        bytes.putInt(options.geometry().refcountOrder()).putInt(Qcow2Header.LENGTH_NEW);
        bytes.put((byte) (options.zstd() ? Qcow2Header.ZSTD : Qcow2Header.ZLIB));
        bytes.put(new byte[7]);
    }

    private void putText(int type, @Nullable String text) {
        if (text != null) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            bytes.putInt(type).putInt(encoded.length).put(encoded);
            bytes.position(bytes.position() + 7 & ~7);
        }
    }

    private void putFeatureNames() {
        bytes.putInt(HeaderExtensions.FEATURE_NAMES).putInt(Features.NAMES.size() * 48);
        for (Features.Name feature : Features.NAMES) {
            byte[] name = feature.name().getBytes(StandardCharsets.UTF_8);
            bytes.put((byte) feature.type()).put((byte) feature.bit()).put(name);
            bytes.position(bytes.position() + 46 - name.length);
        }
    }

    private void putBackingFile(@Nullable String name) {
        if (name != null) {
            byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
            bytes.putLong(8, bytes.position()).putInt(16, encoded.length);
            bytes.put(encoded);
        }
    }
}
