package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Chunk;
import dev.quarry.nbd.NbdProtocol.Command;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Requests of a client and their replies: one at a time over one connection. */
final class NbdCall {
    private final SocketChannel socket;
    private final NbdInput in;
    private final NbdOutput output;
    private final NbdServerInfo info;
    private final AtomicLong cookies = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable String broken;

    NbdCall(SocketChannel socket, NbdInput in, NbdOutput output, NbdServerInfo info) {
        this.socket = socket;
        this.in = in;
        this.output = output;
        this.info = info;
    }

    long nextCookie() {
        return cookies.incrementAndGet();
    }

    /** A request without data in either direction. */
    void run(NbdRequest request) {
        exchange(request, null, new Result(null, -1));
    }

    /** Sends the buffer's remaining bytes. */
    void write(NbdRequest request, ByteBuffer from) {
        exchange(request, from, new Result(null, -1));
    }

    /** Fills the buffer's remaining bytes. */
    void read(NbdRequest request, ByteBuffer into) {
        Result result = new Result(into.slice(), -1);
        exchange(request, null, result);
        into.position(into.limit());
    }

    /** The extents of a context, at least one. */
    List<NbdExtent> status(NbdRequest request, int context) {
        Result result = new Result(null, context);
        exchange(request, null, result);
        if (result.extents.isEmpty()) {
            throw new NbdException(NbdError.EIO, "the NBD server told no extent");
        }
        return result.extents;
    }

    /** Sends DISC and closes the socket, at once even while another thread waits for a reply. */
    void close() {
        boolean idle = lock.tryLock();
        try {
            if (idle && broken == null) {
                NbdRequest goodbye = new NbdRequest(0, Command.DISC, nextCookie(), 0, 0);
                goodbye.encode(output.room(NbdProtocol.REQUEST_BYTES));
                output.flush();
                broken = "it is closed";
            }
            socket.close();
        } catch (IOException e) {
            broken = "it broke while closing: " + e.getMessage();
        } finally {
            if (idle) {
                lock.unlock();
            }
        }
    }

    private void exchange(NbdRequest request, @Nullable ByteBuffer payload, Result result) {
        lock.lock();
        try {
            if (broken != null) {
                throw new NbdException(NbdError.EIO, "the NBD connection is unusable: " + broken);
            }
            send(request, payload);
            receive(request, result);
        } catch (IOException e) {
            throw broke(e);
        } finally {
            lock.unlock();
        }
        result.check();
    }

    private NbdException broke(IOException e) {
        broken = e instanceof EOFException ? "the server closed it" : String.valueOf(e);
        return new NbdException(NbdError.EIO, "the NBD connection broke: " + broken, e);
    }

    private void send(NbdRequest request, @Nullable ByteBuffer payload) throws IOException {
        request.encode(output.room(NbdProtocol.REQUEST_BYTES));
        if (payload == null) {
            output.flush();
        } else {
            output.flushWith(payload);
        }
    }

    private void receive(NbdRequest request, Result result) throws IOException {
        boolean done = false;
        while (!done) {
            int magic = in.take(4).getInt();
            done =
                    switch (magic) {
                        case NbdProtocol.SIMPLE_REPLY_MAGIC -> simple(request, result);
                        case NbdProtocol.STRUCTURED_REPLY_MAGIC -> chunk(request, result);
                        default -> throw new ProtocolException("a reply without its magic");
                    };
        }
        result.requireWhole(request);
    }

    private boolean simple(NbdRequest request, Result result) throws IOException {
        ByteBuffer header = in.take(12);
        int error = header.getInt();
        expectCookie(request, header.getLong());
        if (error != 0) {
            result.fail(error, "the NBD server answers " + NbdError.name(error));
        } else if (result.data != null) {
            in.fill(result.data);
            result.covered = result.data.limit();
        }
        return true;
    }

    private boolean chunk(NbdRequest request, Result result) throws IOException {
        ByteBuffer header = in.take(NbdProtocol.CHUNK_BYTES - 4);
        int flags = header.getShort();
        int type = Short.toUnsignedInt(header.getShort());
        expectCookie(request, header.getLong());
        int bytes = header.getInt();
        if (!info.structured() || bytes < 0 || bytes > NbdProtocol.MAX_PAYLOAD + 8) {
            throw new ProtocolException("a structured reply of " + bytes + " bytes");
        }
        content(request, result, type, bytes);
        return (flags & Chunk.DONE) != 0;
    }

    private void content(NbdRequest request, Result result, int type, int bytes)
            throws IOException {
        switch (type) {
            case Chunk.NONE -> in.skip(bytes);
            case Chunk.OFFSET_DATA -> data(request, result, bytes);
            case Chunk.OFFSET_HOLE -> hole(request, result);
            case Chunk.BLOCK_STATUS -> extents(result, bytes);
            default -> error(result, type, bytes);
        }
    }

    private void data(NbdRequest request, Result result, int bytes) throws IOException {
        long offset = in.take(8).getLong();
        in.fill(result.part(offset - request.offset(), bytes - 8));
    }

    private void hole(NbdRequest request, Result result) throws IOException {
        ByteBuffer hole = in.take(12);
        long offset = hole.getLong();
        ByteBuffer zeroes = result.part(offset - request.offset(), hole.getInt());
        while (zeroes.remaining() >= 8) {
            zeroes.putLong(0);
        }
        while (zeroes.hasRemaining()) {
            zeroes.put((byte) 0);
        }
    }

    private void extents(Result result, int bytes) throws IOException {
        boolean wanted = in.take(4).getInt() == result.context;
        for (int left = bytes - 4; left > 0; left -= 8) {
            ByteBuffer entry = in.take(8);
            NbdExtent extent =
                    new NbdExtent(Integer.toUnsignedLong(entry.getInt()), entry.getInt());
            if (wanted) {
                result.extents.add(extent);
            }
        }
    }

    private void error(Result result, int type, int bytes) throws IOException {
        if ((type & Chunk.ERROR_BIT) == 0 || bytes < 6 || bytes > in.capacity()) {
            throw new ProtocolException("a reply chunk of unknown type " + type);
        }
        ByteBuffer content = in.take(bytes);
        int end = content.position() + bytes;
        int error = content.getInt();
        int words = Math.min(Short.toUnsignedInt(content.getShort()), bytes - 6);
        String text = NbdText.decode(content, words);
        content.position(end);
        result.fail(error, "the NBD server answers " + NbdError.name(error) + ": " + text);
    }

    private static void expectCookie(NbdRequest request, long cookie) throws ProtocolException {
        if (cookie != request.cookie()) {
            throw new ProtocolException("a reply to request " + cookie + ", which was not made");
        }
    }

    /** What a reply has brought so far. */
    private static final class Result {
        private final @Nullable ByteBuffer data;
        private final int context;
        private final List<NbdExtent> extents = new ArrayList<>();
        private long covered;
        private @Nullable NbdException failure;

        /**
         * @param data to be filled, or null
         * @param context whose extents are wanted, or −1
         */
        Result(@Nullable ByteBuffer data, int context) {
            this.data = data;
            this.context = context;
        }

        void fail(int error, String text) {
            failure = new NbdException(error, text);
        }

        void check() {
            if (failure != null) {
                throw failure;
            }
        }

        ByteBuffer part(long offset, int bytes) throws ProtocolException {
            if (data == null || bytes <= 0 || offset < 0 || offset > data.limit() - bytes) {
                throw new ProtocolException("a reply with data that was not asked for");
            }
            covered += bytes;
            return data.slice((int) offset, bytes);
        }

        void requireWhole(NbdRequest request) throws ProtocolException {
            if (failure == null && data != null && covered != data.limit()) {
                throw new ProtocolException(
                        "%d of %d bytes came".formatted(covered, request.length()));
            }
        }
    }
}
