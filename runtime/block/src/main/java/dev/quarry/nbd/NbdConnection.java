package dev.quarry.nbd;

import dev.quarry.block.BufferPool;
import dev.quarry.block.PooledBuffer;

import org.jspecify.annotations.Nullable;

import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

/**
 * One client of the server, on a platform thread of its own. {@link #shut} may come from any
 * thread; the rest is the connection's thread's.
 */
final class NbdConnection {
    private static final Logger LOG = System.getLogger(NbdConnection.class.getName());
    private static final int INPUT_BYTES = 64 << 10;

    /** Bytes of an output buffer: small reads go through it. */
    static final int OUTPUT_BYTES = 128 << 10;

    private final NbdServer server;
    private final SocketChannel channel;
    private final Thread thread;
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private @Nullable NbdExport attached;

    NbdConnection(NbdServer server, SocketChannel channel, int number) {
        this.server = server;
        this.channel = channel;
        this.thread = Thread.ofPlatform().name("nbd-" + number).daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Ends the connection; a request that is being carried out is finished first. */
    void shut() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "closing a connection", e);
        }
    }

    /** Waits until nothing of the connection is left. */
    void awaitEnd() {
        ended.join();
    }

    private void run() {
        try (PooledBuffer received = BufferPool.lease(INPUT_BYTES);
                PooledBuffer sent = BufferPool.lease(OUTPUT_BYTES)) {
            talk(received.buffer(), sent.buffer());
        } catch (EOFException | ClosedChannelException e) {
            LOG.log(Level.DEBUG, "a client left", e);
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> "a client was dropped: " + e.getMessage());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a client was dropped since serving it failed", e);
        } finally {
            end();
        }
    }

    private void talk(ByteBuffer received, ByteBuffer sent) throws IOException {
        NbdOutput output = new NbdOutput(channel, sent);
        NbdInput input = new NbdInput(channel, received, output);
        NbdSession session = negotiate(input, output);
        if (session != null) {
            serve(session, input, output);
        }
    }

    private void serve(NbdSession session, NbdInput input, NbdOutput output) throws IOException {
        try (NbdTransmission transmission = new NbdTransmission(session, this, input, output)) {
            transmission.serve();
        }
        output.flush();
    }

    private @Nullable NbdSession negotiate(NbdInput input, NbdOutput output) throws IOException {
        Future<?> deadline = server.shutLater(this);
        try {
            return new NbdHandshake(
                            input, output, server.exports(), server.multiConn(), this::attach)
                    .negotiate();
        } finally {
            deadline.cancel(false);
        }
    }

    private boolean attach(NbdExport export) {
        if (attached != null) {
            attached.detach(this);
            attached = null;
        }
        if (!export.attach(this)) {
            return false;
        }
        attached = export;
        return true;
    }

    private void end() {
        shut();
        if (attached != null) {
            attached.detach(this);
        }
        server.forget(this);
        ended.complete(true);
    }
}
