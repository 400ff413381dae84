package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;

/**
 * A request under way and what its reply has brought so far. Whoever reads replies fills it; what
 * the requesting thread sees of that is ordered by the lock of the {@link NbdPipeline}.
 */
final class NbdPending {
    /** Most chunks with an error, or with extents, that one reply may have. */
    private static final int MOST_CHUNKS = 16;

    /** Most extents that are kept of one reply; those after them are asked for again. */
    private static final int MOST_EXTENTS = 8192;

    private final NbdRequest request;
    private final @Nullable ByteBuffer data;
    private final NbdCoverage coverage;
    private final int context;
    private final List<NbdExtent> extents = new ArrayList<>();
    private final Condition changed;
    private int chunks;
    private @Nullable NbdException failure;
    private boolean done;

    /**
     * @param data to be filled, or null
     * @param context whose extents are wanted, or −1
     * @param changed signalled when there is something to do for the requesting thread
     */
    NbdPending(NbdRequest request, @Nullable ByteBuffer data, int context, Condition changed) {
        this.request = request;
        this.data = data;
        this.coverage = new NbdCoverage(data == null ? 0 : data.limit());
        this.context = context;
        this.changed = changed;
    }

    NbdRequest request() {
        return request;
    }

    // By whoever reads

    /** The server answered with an error. */
    void fail(NbdException error) throws ProtocolException {
        countChunk();
        failure = error;
    }

    boolean wantsData() {
        return data != null;
    }

    /** The place of a part of the data, which is then taken as brought. */
    ByteBuffer part(long offset, long bytes) throws ProtocolException {
        if (data == null || bytes <= 0 || offset < 0 || offset > data.limit() - bytes) {
            throw new ProtocolException("a reply with data that was not asked for");
        }
        coverage.add((int) offset, (int) bytes);
        return data.slice((int) offset, (int) bytes);
    }

    /** Extents of a context begin; whether they are those that are wanted. */
    boolean begin(int ofContext) throws ProtocolException {
        countChunk();
        return ofContext == context && extents.isEmpty();
    }

    void add(NbdExtent extent) throws ProtocolException {
        if (extent.bytes() <= 0) {
            throw new ProtocolException("an extent of no bytes");
        }
        if (extents.size() < MOST_EXTENTS) {
            extents.add(extent);
        }
    }

    /** Chunks without data are few in an honest reply: one a context, one an error. */
    private void countChunk() throws ProtocolException {
        if (++chunks > MOST_CHUNKS) {
            throw new ProtocolException("a reply without end");
        }
    }

    /** The last of the reply was taken: every byte must have come, unless the request failed. */
    void requireWhole() throws ProtocolException {
        if (failure == null && !coverage.isWhole()) {
            throw new ProtocolException(
                    "a reply with less than the %d bytes asked for".formatted(request.length()));
        }
        if (failure == null && context >= 0 && extents.isEmpty()) {
            throw new ProtocolException("a block status without an extent");
        }
    }

    // Under the pipeline's lock

    boolean isDone() {
        return done;
    }

    /** The reply is there; wakes the requesting thread. */
    void end() {
        done = true;
        changed.signal();
    }

    /** There will be no reply. */
    void end(NbdException lost) {
        failure = lost;
        end();
    }

    /** The requesting thread may read replies. */
    void wake() {
        changed.signal();
    }

    Condition changed() {
        return changed;
    }

    // By the requesting thread, when done

    /** Throws the failure, if there is one. */
    void check() {
        if (failure != null) {
            throw failure;
        }
    }

    List<NbdExtent> extents() {
        return extents;
    }
}
