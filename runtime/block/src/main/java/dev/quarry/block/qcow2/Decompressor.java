package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Unpacks compressed clusters. The newest one is kept, because small reads in a row ask for the
 * same again; it cannot go stale, for compressed data is never written here and a freed cluster is
 * no longer mapped as compressed. Any thread may call.
 */
final class Decompressor {
    private final ImageFile file;
    private final int clusterSize;
    private final int type;
    private long newestHost = -1;
    private byte[] newest = {};

    /**
     * For the compressed clusters of one image.
     *
     * @param type of compression, as in the header
     */
    Decompressor(ImageFile file, int clusterSize, int type) {
        this.file = file;
        this.clusterSize = clusterSize;
        this.type = type;
    }

    /** Copies guest bytes of a compressed cluster into the buffer, as many as it has room for. */
    void read(Mapping.Compressed from, ByteBuffer into) {
        into.put(cluster(from.host(), from.bytes()), from.skip(), into.remaining());
    }

    private synchronized byte[] cluster(long host, int bytes) {
        if (host != newestHost) {
            newest = unpack(host, bytes);
            newestHost = host;
        }
        return newest;
    }

    private byte[] unpack(long host, int bytes) {
        if (type != Qcow2Header.ZLIB) {
            throw Refusal.unsupported("zstd compression, which is not supported");
        }
        byte[] packed = new byte[bytes];
        file.step(BlkdebugEvent.READ_COMPRESSED);
        file.read(host, ByteBuffer.wrap(packed));
        return inflate(packed, host);
    }

    private byte[] inflate(byte[] packed, long host) {
        byte[] cluster = new byte[clusterSize];
        try (Inflater inflater = new Inflater(true)) {
            inflater.setInput(packed);
            if (fill(inflater, cluster) < clusterSize) {
                throw Refusal.corrupt("compressed data at offset " + host + " is too short");
            }
            return cluster;
        } catch (DataFormatException damage) {
            throw Refusal.corrupt("compressed data at offset " + host + " cannot be unpacked");
        }
    }

    private static int fill(Inflater inflater, byte[] cluster) throws DataFormatException {
        int filled = 0;
        int more;
        do {
            more = inflater.inflate(cluster, filled, cluster.length - filled);
            filled += more;
        } while (more > 0 && filled < cluster.length);
        return filled;
    }
}
