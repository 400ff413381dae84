package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Requests of a client and their replies: one at a time over one connection. */
final class NbdCall {
    private final SocketChannel socket;
    private final NbdOutput output;
    private final NbdReplyReader replies;
    private final AtomicLong cookies = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable String broken;

    NbdCall(SocketChannel socket, NbdInput in, NbdOutput output, NbdServerInfo info) {
        this.socket = socket;
        this.output = output;
        this.replies = new NbdReplyReader(in, info.structured());
    }

    long nextCookie() {
        return cookies.incrementAndGet();
    }

    /** A request without data in either direction. */
    void run(NbdRequest request) {
        exchange(request, null, new NbdResult(null, -1));
    }

    /** Sends the buffer's remaining bytes. */
    void write(NbdRequest request, ByteBuffer from) {
        exchange(request, from, new NbdResult(null, -1));
    }

    /** Fills the buffer's remaining bytes. */
    void read(NbdRequest request, ByteBuffer into) {
        NbdResult result = new NbdResult(into.slice(), -1);
        exchange(request, null, result);
        into.position(into.limit());
    }

    /** The extents of a context, at least one. */
    List<NbdExtent> status(NbdRequest request, int context) {
        NbdResult result = new NbdResult(null, context);
        exchange(request, null, result);
        if (result.extents().isEmpty()) {
            throw new NbdException(NbdError.EIO, "the NBD server told no extent");
        }
        return result.extents();
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

    private void exchange(NbdRequest request, @Nullable ByteBuffer payload, NbdResult result) {
        lock.lock();
        try {
            if (broken != null) {
                throw new NbdException(NbdError.EIO, "the NBD connection is unusable: " + broken);
            }
            send(request, payload);
            replies.receive(request, result);
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
}
