package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What a reply has brought so far. */
final class NbdResult {
    private final @Nullable ByteBuffer data;
    private final int context;
    private final List<NbdExtent> extents = new ArrayList<>();
    private long covered;
    private @Nullable NbdException failure;

    /**
     * @param data to be filled, or null
     * @param context whose extents are wanted, or −1
     */
    NbdResult(@Nullable ByteBuffer data, int context) {
        this.data = data;
        this.context = context;
    }

    /** The server answered with an error. */
    void fail(int error, String text) {
        failure = new NbdException(error, text);
    }

    /** Throws what {@link #fail} was told. */
    void check() {
        if (failure != null) {
            throw failure;
        }
    }

    boolean wantsData() {
        return data != null;
    }

    /** The place of a part of the data; counts it as brought. */
    ByteBuffer part(long offset, int bytes) throws ProtocolException {
        if (data == null || bytes <= 0 || offset < 0 || offset > data.limit() - bytes) {
            throw new ProtocolException("a reply with data that was not asked for");
        }
        covered += bytes;
        return data.slice((int) offset, bytes);
    }

    /** Adds an extent, if it is of the context that is wanted. */
    void add(int ofContext, NbdExtent extent) {
        if (ofContext == context) {
            extents.add(extent);
        }
    }

    List<NbdExtent> extents() {
        return extents;
    }

    /** Every byte must have come, unless the request failed. */
    void requireWhole(NbdRequest request) throws ProtocolException {
        if (failure == null && data != null && covered != data.limit()) {
            throw new ProtocolException("%d of %d bytes came".formatted(covered, request.length()));
        }
    }
}
