package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;
import dev.quarry.nbd.NbdProtocol.CommandFlag;
import dev.quarry.nbd.NbdProtocol.ExportFlag;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * A disk on an NBD server. Any thread may call; requests are carried out one at a time, so for
 * parallel work several clients are connected. Requests of any size are split as the server needs.
 *
 * <p>Failures are {@link NbdException}: with the server's error and text, or {@link NbdError#EIO}
 * when the connection broke, after which every call fails.
 */
public final class NbdClient implements NbdDisk, AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;

    /** Longest stretch for requests without payload: a power of two below 2^32. */
    private static final long MAX_STRETCH = 1L << 31;

    private final NbdServerInfo info;
    private final NbdCall call;

    private NbdClient(NbdServerInfo info, NbdCall call) {
        this.info = info;
        this.call = call;
    }

    /**
     * Connects and chooses an export; waits until the server has answered.
     *
     * @param server a TCP or a unix address
     * @param export the export's name
     */
    public static NbdClient connect(SocketAddress server, String export) {
        Channel link = Channel.open(server);
        try {
            NbdServerInfo info = new NbdClientHandshake(link.in, link.output).choose(export);
            return new NbdClient(info, new NbdCall(link.socket, link.in, link.output, info));
        } catch (IOException | RuntimeException e) {
            throw link.failed(e, server);
        }
    }

    /** The names of a server's exports. */
    public static List<String> list(SocketAddress server) {
        Channel link = Channel.open(server);
        try {
            List<String> names = new NbdClientHandshake(link.in, link.output).list();
            link.socket.close();
            return names;
        } catch (IOException | RuntimeException e) {
            throw link.failed(e, server);
        }
    }

    /** Size in bytes. */
    @Override
    public long size() {
        return info.size();
    }

    /** Smallest unit of requests in bytes that the server takes. */
    @Override
    public int minimumBlock() {
        return info.minimumBlock();
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
        long asked = Math.min(bytes, MAX_STRETCH);
        return call.status(request(Command.BLOCK_STATUS, flags, offset, asked), context);
    }

    private void stretches(int command, int flags, long offset, long bytes) {
        for (long done = 0; done < bytes; done += MAX_STRETCH) {
            long step = Math.min(bytes - done, MAX_STRETCH);
            call.run(request(command, flags, offset + done, step));
        }
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

    /** Says goodbye and closes the connection; a call in another thread fails. */
    @Override
    public void close() {
        call.close();
    }

    /** A connected socket with its buffers. */
    private record Channel(SocketChannel socket, NbdInput in, NbdOutput output) {
        static Channel open(SocketAddress server) {
            try {
                SocketChannel socket = SocketChannel.open(server);
                if (!(server instanceof UnixDomainSocketAddress)) {
                    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
                }
                NbdOutput output = new NbdOutput(socket, ByteBuffer.allocateDirect(BUFFER_BYTES));
                ByteBuffer received = ByteBuffer.allocateDirect(BUFFER_BYTES);
                return new Channel(socket, new NbdInput(socket, received, output), output);
            } catch (IOException e) {
                throw failure(e, server);
            }
        }

        /** Closes the socket and turns what happened into what callers see. */
        NbdException failed(Exception e, SocketAddress server) {
            try {
                socket.close();
            } catch (IOException closing) {
                e.addSuppressed(closing);
            }
            return e instanceof NbdException refused ? refused : failure(e, server);
        }

        private static NbdException failure(Exception e, SocketAddress server) {
            return new NbdException(
                    NbdError.EIO, "NBD server '" + server + "': " + e.getMessage(), e);
        }
    }
}
