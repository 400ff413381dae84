package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/** How compressed clusters of an image are packed. Any thread may call. */
interface ClusterCodec {
    /** The codec of a compression type of the header that {@link HeaderChecks} has accepted. */
    static ClusterCodec of(int type) {
        return type == Qcow2Header.ZSTD ? new ZstdCodec() : new DeflateCodec();
    }

    /**
     * Packs a cluster.
     *
     * @return fewer bytes than the cluster has, or null if it does not shrink
     */
    @Nullable ByteBuffer pack(byte[] cluster);

    /**
     * Unpacks a cluster.
     *
     * @param packed the packed bytes, and up to a sector of anything after them
     * @return a whole cluster, or null if the bytes are not one
     */
    byte @Nullable [] unpack(byte[] packed, int clusterSize);
}
