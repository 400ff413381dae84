package dev.quarry.block.qcow2;

import io.airlift.compress.v3.MalformedInputException;
import io.airlift.compress.v3.zstd.ZstdJavaCompressor;
import io.airlift.compress.v3.zstd.ZstdJavaDecompressor;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** One zstd frame a cluster. */
final class ZstdCodec implements ClusterCodec {
    @Override
    public @Nullable ByteBuffer pack(byte[] cluster) {
        ZstdJavaCompressor compressor = new ZstdJavaCompressor();
        byte[] packed = new byte[compressor.maxCompressedLength(cluster.length)];
        int filled = compressor.compress(cluster, 0, cluster.length, packed, 0, packed.length);
        return filled < cluster.length ? ByteBuffer.wrap(packed, 0, filled) : null;
    }

    @Override
    public byte @Nullable [] unpack(byte[] packed, int clusterSize) {
        int length = ZstdFrame.length(ByteBuffer.wrap(packed));
        byte[] cluster = new byte[clusterSize];
        return length > 0 && unpack(packed, length, cluster) == clusterSize ? cluster : null;
    }

    /**
     * Gives how many bytes came out, or -1. The library finds most damage by its own checks, and
     * some by the bounds and states of its tables.
     */
    private static int unpack(byte[] packed, int length, byte[] cluster) {
        byte[] frame = Arrays.copyOf(packed, length);
        try {
            return new ZstdJavaDecompressor()
                    .decompress(frame, 0, length, cluster, 0, cluster.length);
        } catch (MalformedInputException
                | IndexOutOfBoundsException
                | IllegalStateException damage) {
            return -1;
        }
    }
}
