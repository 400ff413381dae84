package dev.quarry.block.qcow2;

import dev.quarry.qapi.generated.BlkdebugEvent;

import java.nio.ByteBuffer;

/**
 * Reads guest data: asks for the mapping, then moves the bytes without any lock. The caller holds
 * the guest range in {@link ClusterRanges}. Any thread may call.
 */
final class DataReader {
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 16).asReadOnlyBuffer();

    private final MappingLookup lookup;
    private final ImageFile file;
    private final Decompressor decompressor;
    private final BackingSource backing;

    DataReader(
            MappingLookup lookup,
            ImageFile file,
            Decompressor decompressor,
            BackingSource backing) {
        this.lookup = lookup;
        this.file = file;
        this.decompressor = decompressor;
        this.backing = backing;
    }

    /** Fills the buffer with guest bytes; the range lies inside the guest size. */
    void read(long guest, ByteBuffer into) {
        long at = guest;
        while (into.hasRemaining()) {
            Mapping mapping = lookup.map(at, into.remaining());
            int length = (int) mapping.length();
            readMapped(mapping, at, into.slice(into.position(), length));
            into.position(into.position() + length);
            at += length;
        }
    }

    private void readMapped(Mapping mapping, long guest, ByteBuffer into) {
        switch (mapping) {
            case Mapping.Data data -> readData(data, into);
            case Mapping.Zero _ -> fillZero(into);
            case Mapping.Unallocated _ -> readBacking(guest, into);
            case Mapping.Compressed compressed -> decompressor.read(compressed, into);
        }
    }

    private void readData(Mapping.Data data, ByteBuffer into) {
        file.step(BlkdebugEvent.READ_AIO);
        file.read(data.host(), into);
    }

    private void readBacking(long guest, ByteBuffer into) {
        BackingFile below = backing.current();
        if (below != null && guest < below.size()) {
            int length = (int) Math.min(into.remaining(), below.size() - guest);
            file.step(BlkdebugEvent.READ_BACKING_AIO);
            below.read(guest, into.slice(into.position(), length));
            into.position(into.position() + length);
        }
        fillZero(into);
    }

    /** Whether a guest range is known to read as zeros. */
    boolean readsAsZeros(long guest, long bytes) {
        long at = guest;
        long end = guest + bytes;
        while (at < end) {
            Mapping mapping = lookup.map(at, end - at);
            if (!isZero(mapping, at)) {
                return false;
            }
            at += mapping.length();
        }
        return true;
    }

    private boolean isZero(Mapping mapping, long guest) {
        return switch (mapping) {
            case Mapping.Zero _ -> true;
            case Mapping.Unallocated hole -> backingIsZero(guest, hole.length());
            case Mapping.Data _, Mapping.Compressed _ -> false;
        };
    }

    private boolean backingIsZero(long guest, long bytes) {
        BackingFile below = backing.current();
        if (below == null || guest >= below.size()) {
            return true;
        }
        return below.readsAsZeros(guest, Math.min(bytes, below.size() - guest));
    }

    /** Fills what remains of a buffer with zeros. */
    static void fillZero(ByteBuffer into) {
        while (into.hasRemaining()) {
            into.put(ZEROS.slice(0, Math.min(into.remaining(), ZEROS.capacity())));
        }
    }
}
