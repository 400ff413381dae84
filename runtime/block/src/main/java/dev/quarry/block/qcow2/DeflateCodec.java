package dev.quarry.block.qcow2;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Raw deflate streams. Readers of the format keep a window of 4 KiB only, and the JDK's packer
 * looks back up to 32 KiB; so it is made to forget everything after every 4 KiB, which costs some
 * 0.2 % of space.
 */
final class DeflateCodec implements ClusterCodec {
    private static final int WINDOW = 4096;

    @Override
    public @Nullable ByteBuffer pack(byte[] cluster) {
        byte[] packed = new byte[cluster.length];
        try (Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
            int filled = 0;
            for (int at = 0; at < cluster.length; at += WINDOW) {
                deflater.setInput(cluster, at, Math.min(WINDOW, cluster.length - at));
                filled += deflateAll(deflater, packed, filled, Deflater.FULL_FLUSH);
            }
            deflater.finish();
            filled += deflateAll(deflater, packed, filled, Deflater.NO_FLUSH);
            return filled < packed.length ? ByteBuffer.wrap(packed, 0, filled) : null;
        }
    }

    /** Until there is no more to come, or no more room. */
    private static int deflateAll(Deflater deflater, byte[] into, int from, int flush) {
        int at = from;
        int more;
        do {
            more = deflater.deflate(into, at, into.length - at, flush);
            at += more;
        } while (more > 0 && at < into.length);
        return at - from;
    }

    @Override
    public byte @Nullable [] unpack(byte[] packed, int clusterSize) {
        byte[] cluster = new byte[clusterSize];
        try (Inflater inflater = new Inflater(true)) {
            inflater.setInput(packed);
            return inflateAll(inflater, cluster) < clusterSize ? null : cluster;
        } catch (DataFormatException damage) {
            return null;
        }
    }

    private static int inflateAll(Inflater inflater, byte[] cluster) throws DataFormatException {
        int filled = 0;
        int more;
        do {
            more = inflater.inflate(cluster, filled, cluster.length - filled);
            filled += more;
        } while (more > 0 && filled < cluster.length);
        return filled;
    }
}
