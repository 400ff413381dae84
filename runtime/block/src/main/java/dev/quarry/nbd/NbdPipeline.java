package dev.quarry.nbd;

import dev.quarry.nbd.NbdProtocol.Command;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Requests of a client and their replies over one connection, {@value #DEPTH} at a time. Any
 * thread.
 *
 * <p>There is no thread of its own: one of those that wait for a reply reads, for the others too,
 * and hands the turn on when its own has come. A reply's data goes straight into the buffer of the
 * request, so a request ends only by the reader, or when nobody reads any more: then the buffer is
 * its owner's again.
 */
final class NbdPipeline {
    private static final int DEPTH = 16;

    private final SocketChannel socket;
    private final NbdOutput output;
    private final NbdForm form;
    private final NbdReplyReader replies;
    private final AtomicLong cookies = new AtomicLong();
    private final Semaphore free = new Semaphore(DEPTH);
    private final Map<Long, NbdPending> pending = new ConcurrentHashMap<>();

    /** Held while a request goes out. */
    private final ReentrantLock sending = new ReentrantLock();

    private final ReentrantLock lock = new ReentrantLock();

    // Under the lock

    /** Those whose threads wait, and could read. */
    private final SequencedSet<NbdPending> waiting = new LinkedHashSet<>();

    private boolean reading;
    private @Nullable NbdException broken;

    /**
     * @param output not the one that {@code in} sends before it waits
     */
    NbdPipeline(SocketChannel socket, NbdInput in, NbdOutput output, NbdServerInfo info) {
        this.socket = socket;
        this.output = output;
        this.form = info.form();
        this.replies = new NbdReplyReader(in, form, pending::get);
    }

    long nextCookie() {
        return cookies.incrementAndGet();
    }

    /** A request without data in either direction. */
    void run(NbdRequest request) {
        exchange(request, null, pending(request, null, -1));
    }

    /** Sends the buffer's remaining bytes. */
    void write(NbdRequest request, ByteBuffer from) {
        exchange(request, from, pending(request, null, -1));
    }

    /** Fills the buffer's remaining bytes. */
    void read(NbdRequest request, ByteBuffer into) {
        exchange(request, null, pending(request, into.slice(), -1));
        into.position(into.limit());
    }

    /** The extents of a context, at least one. */
    List<NbdExtent> status(NbdRequest request, int context) {
        return exchange(request, null, pending(request, null, context)).extents();
    }

    private NbdPending pending(NbdRequest request, @Nullable ByteBuffer data, int context) {
        return new NbdPending(request, data, context, lock.newCondition());
    }

    private NbdPending exchange(
            NbdRequest request, @Nullable ByteBuffer payload, NbdPending reply) {
        free.acquireUninterruptibly();
        try {
            register(reply);
            send(request, payload);
            await(reply);
        } finally {
            free.release();
        }
        reply.check();
        return reply;
    }

    private void register(NbdPending reply) {
        lock.lock();
        try {
            if (broken != null) {
                throw NbdException.lost("unusable: " + broken.getMessage(), broken);
            }
            pending.put(reply.request().cookie(), reply);
        } finally {
            lock.unlock();
        }
    }

    private void send(NbdRequest request, @Nullable ByteBuffer payload) {
        sending.lock();
        try {
            request.encode(output.room(form.requestBytes()), form);
            if (payload == null) {
                output.flush();
            } else {
                output.flushWith(payload);
            }
        } catch (IOException e) {
            abandon(lost(e));
        } finally {
            sending.unlock();
        }
    }

    private void await(NbdPending reply) {
        lock.lock();
        try {
            waiting.add(reply);
            while (!reply.isDone()) {
                if (reading) {
                    reply.changed().awaitUninterruptibly();
                } else {
                    takeTurn();
                }
            }
            waiting.remove(reply);
            if (!reading && !waiting.isEmpty()) {
                waiting.getFirst().wake();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Reads one message without the lock. */
    private void takeTurn() {
        reading = true;
        lock.unlock();
        NbdPending complete = null;
        NbdException failure = null;
        try {
            complete = replies.take();
        } catch (IOException e) {
            failure = lost(e);
        } catch (RuntimeException e) {
            failure = NbdException.lost("an NBD reply could not be read", e);
        } finally {
            lock.lock();
            reading = false;
        }
        if (complete != null) {
            pending.remove(complete.request().cookie());
            complete.end();
        } else if (failure != null) {
            closeFor(failure);
        }
    }

    private static NbdException lost(IOException e) {
        String why =
                switch (e) {
                    case EOFException end -> "the NBD server closed the connection";
                    case ClosedChannelException closed -> "the NBD connection was given up";
                    case ProtocolException wrong ->
                            "the NBD server does not keep to the protocol: " + wrong.getMessage();
                    default -> "the NBD connection broke: " + e.getMessage();
                };
        return NbdException.lost(why, e);
    }

    /** Whether no request can be made any more. */
    boolean isBroken() {
        lock.lock();
        try {
            return broken != null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Gives the connection up: requests under way fail. Waits for nothing; the thread that reads
     * notices by itself.
     */
    void abandon(NbdException why) {
        lock.lock();
        try {
            if (reading) {
                broken = broken == null ? why : broken;
                closeSocket();
            } else {
                closeFor(why);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends all requests; nobody reads, and the lock is held. */
    private void closeFor(NbdException why) {
        broken = broken == null ? why : broken;
        closeSocket();
        NbdException failure = broken;
        pending.values().forEach(reply -> reply.end(failure));
        pending.clear();
    }

    private void closeSocket() {
        try {
            socket.close();
        } catch (IOException e) {
            NbdClient.LOG.log(System.Logger.Level.DEBUG, "closing a connection", e);
        }
    }

    /** Takes leave, if nothing is under way, and closes; calls of other threads fail. */
    void close() {
        if (free.tryAcquire(DEPTH)) {
            sayGoodbye();
            free.release(DEPTH);
        }
        abandon(NbdException.lost("the NBD connection is closed", new ClosedChannelException()));
    }

    private void sayGoodbye() {
        if (isBroken()) {
            return;
        }
        sending.lock();
        try {
            NbdRequest goodbye = new NbdRequest(0, Command.DISC, nextCookie(), 0, 0);
            goodbye.encode(output.room(form.requestBytes()), form);
            output.flush();
        } catch (IOException e) {
            NbdClient.LOG.log(System.Logger.Level.DEBUG, "taking leave of a server", e);
        } finally {
            sending.unlock();
        }
    }
}
