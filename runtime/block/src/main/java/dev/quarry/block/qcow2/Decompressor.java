package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Unpacks compressed clusters. The newest one is kept, because small reads in a row ask for the
 * same again; whoever writes compressed data says so, for it may take the place of older one. Any
 * thread may call.
 */
final class Decompressor {
    private final ImageFile file;
    private final int clusterSize;
    private final ClusterCodec codec;
    private long newestHost = -1;
    private byte[] newest = {};

    /** For the compressed clusters of one image. */
    Decompressor(ImageFile file, int clusterSize, ClusterCodec codec) {
        this.file = file;
        this.clusterSize = clusterSize;
        this.codec = codec;
    }

    /** Copies guest bytes of a compressed cluster into the buffer, as many as it has room for. */
    void read(Mapping.Compressed from, ByteBuffer into) {
        into.put(cluster(from.host(), from.bytes()), from.skip(), into.remaining());
    }

    /** Compressed data was written, and no entry refers to it yet. */
    synchronized void forget() {
        newestHost = -1;
    }

    private synchronized byte[] cluster(long host, int bytes) {
        if (host != newestHost) {
            newest = unpack(host, bytes);
            newestHost = host;
        }
        return newest;
    }

    private byte[] unpack(long host, int bytes) {
        byte[] packed = new byte[bytes];
        file.step(BlkdebugEvent.READ_COMPRESSED);
        file.read(host, ByteBuffer.wrap(packed));
        byte[] cluster = codec.unpack(packed, clusterSize);
        if (cluster == null) {
            throw Refusal.corrupt("compressed data at offset " + host + " cannot be unpacked");
        }
        return cluster;
    }
}
