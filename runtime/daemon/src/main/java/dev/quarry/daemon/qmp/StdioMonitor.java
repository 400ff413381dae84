package dev.quarry.daemon.qmp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A monitor on a pair of streams, usually standard input and output. The end of the input ends the
 * session, when all is answered, but not the process.
 *
 * <p>Two daemon threads move the bytes, because these streams block.
 */
public final class StdioMonitor implements MonitorTransport, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(StdioMonitor.class.getName());
    private static final int CHUNK = 64 << 10;

    private final InputStream in;
    private final OutputStream out;
    private final QmpSession session;
    private boolean wanted = true;
    private boolean done;

    private StdioMonitor(
            QmpService service, SessionOptions options, InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
        this.session = new QmpSession(service, options, this, "stdio");
    }

    /** Greets on {@code out} and serves what comes from {@code in}. Returns at once. */
    public static StdioMonitor start(
            QmpService service, SessionOptions options, InputStream in, OutputStream out) {
        StdioMonitor monitor = new StdioMonitor(service, options, in, out);
        monitor.session.greet();
        Thread.ofPlatform().daemon().name("stdio-in").start(monitor::read);
        Thread.ofPlatform().daemon().name("stdio-out").start(monitor::write);
        return monitor;
    }

    /** Ends the session after what is already answered. Does not wait. */
    @Override
    public void close() {
        session.finish();
    }

    @Override
    public void outputReady() {
        // the writer waits on the outbox itself
    }

    @Override
    public synchronized void reading(boolean on) {
        wanted = on;
        notifyAll();
    }

    @Override
    public synchronized void finish() {
        done = true;
        notifyAll();
    }

    @Override
    public void abort() {
        session.closed();
        finish();
    }

    private void read() {
        byte[] bytes = new byte[CHUNK];
        try {
            int count = awaitWanted() ? in.read(bytes) : -1;
            while (count >= 0) {
                session.input(ByteBuffer.wrap(Arrays.copyOf(bytes, count)));
                count = awaitWanted() ? in.read(bytes) : -1;
            }
            session.endOfInput();
        } catch (IOException | InterruptedException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot read from the monitor's input", e);
            session.endOfInput();
        }
    }

    private synchronized boolean awaitWanted() throws InterruptedException {
        while (!wanted && !done) {
            wait();
        }
        return !done;
    }

    private void write() {
        try {
            while (session.outbox().awaitMessages()) {
                ByteBuffer messages = session.outbox().take();
                byte[] bytes = new byte[messages.remaining()];
                messages.get(bytes);
                out.write(bytes);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot write to the monitor's output", e);
        } finally {
            session.closed();
        }
    }
}
