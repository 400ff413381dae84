package dev.quarry.daemon.qmp;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.internal.net.NetSocketInternal;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A session's connection over a Vert.x socket.
 *
 * <p>Reading is switched on the Netty channel itself, so that what is not wanted stays in the
 * kernel. Writing happens on the event loop only, one task for all that has gathered, and never
 * faster than the socket takes it.
 */
final class SocketTransport implements MonitorTransport {
    private static final System.Logger LOG = System.getLogger(SocketTransport.class.getName());

    private final NetSocketInternal socket;
    private final Context context;
    private final Channel channel;
    private final QmpSession session;
    private final StallWatch stall;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Future<Void> lastWrite = Future.succeededFuture();
    private volatile boolean finishing;
    private volatile boolean gone;
    private boolean waiting;
    private boolean closing;

    /**
     * Takes over a socket. On its event loop, before anything is read. Nothing is read or sent
     * before {@link #start}.
     *
     * @param whenClosed called on the event loop when the connection is gone
     */
    SocketTransport(
            NetSocketInternal socket,
            Context context,
            QmpService service,
            SessionOptions options,
            String peer,
            Consumer<SocketTransport> whenClosed) {
        this.socket = socket;
        this.context = context;
        this.channel = socket.channelHandlerContext().channel();
        this.session = new QmpSession(service, options, this, peer);
        this.stall =
                new StallWatch(
                        context.owner(), channel, options.patience(), session::cutOffForStall);
        channel.config().setAutoRead(false);
        EndOfInput.watch(channel, session::endOfInput);
        socket.handler(bytes -> session.input(ByteBuffer.wrap(bytes.getBytes())));
        socket.exceptionHandler(e -> LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", peer, e));
        socket.closeHandler(end -> {
            gone = true;
            stall.end();
            session.closed();
            whenClosed.accept(this);
        });
    }

    /** Greets the client and begins to read. */
    void start() {
        session.greet();
        channel.config().setAutoRead(true);
    }

    /** Ends the session after what is already answered. Any thread. */
    void shutDown() {
        session.finish();
    }

    @Override
    public void outputReady() {
        if (!gone && scheduled.compareAndSet(false, true)) {
            context.runOnContext(now -> write());
        }
    }

    @Override
    public void reading(boolean wanted) {
        if (channel.config().isAutoRead() != wanted) {
            channel.config().setAutoRead(wanted);
        }
    }

    @Override
    public void finish() {
        finishing = true;
        outputReady();
    }

    @Override
    public void abort() {
        // From below Vert.x, whose own close waits for what it has not written: a client that does
        // not read would hold that up for ever.
        var _ = socket.channelHandlerContext().close();
    }

    private void write() {
        scheduled.set(false);
        Outbox outbox = session.outbox();
        // Vert.x itself would take megabytes for a client that reads nothing.
        while (channel.isWritable() && !outbox.isEmpty()) {
            lastWrite = socket.writeMessage(Unpooled.wrappedBuffer(outbox.take()));
        }
        if (!lastWrite.isComplete()) {
            awaitClient();
        } else if (finishing && !closing && outbox.isEmpty()) {
            closing = true;
            socket.close();
        }
    }

    private void awaitClient() {
        if (!waiting) {
            waiting = true;
            stall.begin();
            // Later: Netty tells of the last byte before it counts the room.
            lastWrite.onComplete(taken -> context.runOnContext(now -> clientTook()));
        }
    }

    private void clientTook() {
        waiting = false;
        stall.end();
        write();
    }
}
