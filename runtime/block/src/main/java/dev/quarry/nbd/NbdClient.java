package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;
import dev.quarry.nbd.NbdProtocol.ExportFlag;

import java.lang.System.Logger;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;

/**
 * A disk on an NBD server, over one connection. Any thread may call; up to 16 requests are under
 * way at a time. Requests of any size are split as the server needs.
 *
 * <p>Failures are {@link NbdException}: with the server's error and text, or {@link NbdError#EIO}
 * when the connection broke, after which every call fails. A server that does not keep to the
 * protocol counts as a broken connection; what it may have this client keep is bounded. A call
 * waits for its answer as long as that takes; {@link #abandon} ends that.
 */
public final class NbdClient implements NbdDisk, AutoCloseable {
    static final Logger LOG = System.getLogger(NbdClient.class.getName());

    /** How long a server may take to let a client in. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Longest stretch for requests without payload in 32 bits: a power of two. */
    private static final long MAX_STRETCH = 1L << 31;

    private final NbdServerInfo info;
    private final NbdPipeline call;

    private NbdClient(NbdServerInfo info, NbdPipeline call) {
        this.info = info;
        this.call = call;
    }

    /**
     * Connects and chooses an export; waits until the server has answered, at most 10 s.
     *
     * @param server a TCP or a unix address
     * @param export the export's name
     */
    public static NbdClient connect(SocketAddress server, String export) {
        List<String> contexts = List.of(NbdContexts.ALLOCATION, NbdContexts.DEPTH);
        return connect(NbdEndpoint.of(server), export, contexts, LIMIT);
    }

    /**
     * Connects and chooses an export.
     *
     * @param contexts the metadata contexts to ask for; the first one tells {@link #extents}
     * @param limit how long the server may take
     */
    static NbdClient connect(
            NbdEndpoint server, String export, List<String> contexts, Duration limit) {
        return NbdConnector.connect(
                server,
                limit,
                link -> {
                    NbdServerInfo info =
                            new NbdClientHandshake(link.in(), link.output(), contexts)
                                    .choose(export);
                    link.output().flush();
                    NbdOutput requests =
                            link.output()
                                    .sibling(ByteBuffer.allocateDirect(info.form().requestBytes()));
                    return new NbdClient(
                            info, new NbdPipeline(link.socket(), link.in(), requests, info));
                });
    }

    /** The names of a server's exports. */
    public static List<String> list(SocketAddress server) {
        return NbdConnector.connect(
                NbdEndpoint.of(server),
                LIMIT,
                link -> {
                    List<String> names =
                            new NbdClientHandshake(link.in(), link.output(), List.of()).list();
                    link.socket().close();
                    return names;
                });
    }

    /** Size in bytes. */
    @Override
    public long size() {
        return info.size();
    }

    /** Smallest unit of requests in bytes that the server takes. */
    @Override
    public int minimumBlock() {
        return Math.max(1, info.minimumBlock());
    }

    NbdServerInfo info() {
        return info;
    }

    /** Whether every further call will fail. */
    boolean isBroken() {
        return call.isBroken();
    }

    /** Has all requests under way fail, and every further one. Waits for nothing. */
    void abandon(String why) {
        call.abandon(NbdException.lost(why, new ClosedChannelException()));
    }

    /** Whether the server lets this client write. */
    public boolean isWritable() {
        return !info.has(ExportFlag.READ_ONLY);
    }

    /** Whether the server tells which parts are holes and zeroes. */
    public boolean hasExtents() {
        return info.allocationId() >= 0;
    }

    /** The export's transmission flags as the protocol numbers them. */
    public int flags() {
        return info.flags();
    }

    @Override
    public void read(long offset, ByteBuffer into) {
        int end = into.limit();
        for (long at = offset; into.position() < end; ) {
            int bytes = Math.min(end - into.position(), info.maximumPayload());
            call.read(request(Command.READ, 0, at, bytes), into.limit(into.position() + bytes));
            into.limit(end);
            at += bytes;
        }
    }

    @Override
    public void write(long offset, ByteBuffer from, boolean fua) {
        int end = from.limit();
        for (long at = offset; from.position() < end; ) {
            int bytes = Math.min(end - from.position(), info.maximumPayload());
            NbdRequest request = request(Command.WRITE, fuaFlag(fua), at, bytes);
            call.write(request, from.limit(from.position() + bytes));
            from.limit(end);
            at += bytes;
        }
        flushInsteadOf(fua);
    }

    @Override
    public void writeZeroes(long offset, long bytes, boolean mayUnmap, boolean fast, boolean fua) {
        require(ExportFlag.SEND_WRITE_ZEROES, "write zeroes");
        if (fast) {
            require(ExportFlag.SEND_FAST_ZERO, "write zeroes fast");
        }
        int flags = fuaFlag(fua) | (mayUnmap ? 0 : CommandFlag.NO_HOLE);
        stretches(Command.WRITE_ZEROES, flags | (fast ? CommandFlag.FAST_ZERO : 0), offset, bytes);
        flushInsteadOf(fua);
    }

    @Override
    public void trim(long offset, long bytes) {
        require(ExportFlag.SEND_TRIM, "trim");
        stretches(Command.TRIM, 0, offset, bytes);
    }

    /** Asks the server to have the range at hand. */
    public void cache(long offset, long bytes) {
        require(ExportFlag.SEND_CACHE, "cache");
        for (long done = 0; done < bytes; done += info.maximumPayload()) {
            long step = Math.min(bytes - done, info.maximumPayload());
            call.run(request(Command.CACHE, 0, offset + done, step));
        }
    }

    @Override
    public void flush() {
        if (info.has(ExportFlag.SEND_FLUSH)) {
            call.run(request(Command.FLUSH, 0, 0, 0));
        }
    }

    @Override
    public NbdExtent extent(long offset, long bytes) {
        return firstExtent(info.allocationId(), offset, bytes);
    }

    @Override
    public NbdExtent depth(long offset, long bytes) {
        return firstExtent(info.depthId(), offset, bytes);
    }

    /** The extents from {@code offset} on, as many as the server tells at once, at least one. */
    public List<NbdExtent> extents(long offset, long bytes) {
        return extents(info.allocationId(), 0, offset, bytes);
    }

    private NbdExtent firstExtent(int context, long offset, long bytes) {
        return extents(context, CommandFlag.REQ_ONE, offset, bytes).getFirst();
    }

    private List<NbdExtent> extents(int context, int flags, long offset, long bytes) {
        if (context < 0) {
            throw new NbdException(NbdError.ENOTSUP, "the NBD server does not tell extents");
        }
        long asked = Math.min(bytes, longestStretch());
        return call.status(request(Command.BLOCK_STATUS, flags, offset, asked), context);
    }

    private void stretches(int command, int flags, long offset, long bytes) {
        long most = longestStretch();
        for (long done = 0; done < bytes; done += Math.min(bytes - done, most)) {
            long step = Math.min(bytes - done, most);
            call.run(request(command, flags, offset + done, step));
        }
    }

    private long longestStretch() {
        return info.form().isExtended() ? Long.MAX_VALUE : MAX_STRETCH;
    }

    private NbdRequest request(int command, int flags, long offset, long bytes) {
        return new NbdRequest(flags, command, call.nextCookie(), offset, bytes);
    }

    private int fuaFlag(boolean fua) {
        return fua && info.has(ExportFlag.SEND_FUA) ? CommandFlag.FUA : 0;
    }

    private void flushInsteadOf(boolean fua) {
        if (fua && !info.has(ExportFlag.SEND_FUA)) {
            flush();
        }
    }

    private void require(int flag, String what) {
        if (!info.has(flag)) {
            throw new NbdException(NbdError.ENOTSUP, "the NBD export does not " + what);
        }
    }

    /** Takes leave and closes the connection; a call in another thread fails. */
    @Override
    public void close() {
        call.close();
    }
}
