package dev.quarry.posix;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.BindException;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A listening socket that this process was started with, as systemd's socket activation does it.
 *
 * <p>The JDK takes such a socket from descriptor 0 only, and once; so the socket is put there for a
 * moment.
 */
public final class PassedSocket {
    private static final AtomicBoolean TAKEN = new AtomicBoolean();
    private static final int DUPLICATE = 1030;
    private static final int FIRST = 3;

    private PassedSocket() {}

    /**
     * Takes over a descriptor, once in a process. Closing the channel leaves the socket to those
     * who have it too.
     *
     * @param fd 3 or more
     * @throws IOException it is not open, or no listening stream socket
     */
    public static ServerSocketChannel take(int fd) throws IOException {
        if (fd < FIRST) {
            throw new BindException("descriptor " + fd + " is no passed socket: they begin at 3");
        }
        if (!TAKEN.compareAndSet(false, true)) {
            throw new BindException("a passed socket can be used once only");
        }
        try {
            return listening(fd, through(fd));
        } catch (PosixException e) {
            throw new IOException("descriptor " + fd + ": " + e.reason(), e);
        }
    }

    private static ServerSocketChannel listening(int fd, @Nullable Channel found)
            throws IOException {
        if (found instanceof ServerSocketChannel listener) {
            return listener;
        }
        if (found != null) {
            found.close();
        }
        throw new BindException("descriptor " + fd + " is no listening socket");
    }

    private static @Nullable Channel through(int fd) throws IOException {
        long input =
                CLibrary.attempt(
                        "fcntl",
                        s ->
                                (int)
                                        CLibrary.FCNTL.invokeExact(
                                                s, 0, DUPLICATE, MemorySegment.ofAddress(FIRST)));
        move(fd, 0);
        try {
            return System.inheritedChannel();
        } finally {
            if (input >= 0) {
                move((int) input, 0);
            }
        }
    }

    /** Puts what is behind one descriptor behind another, and closes the first. */
    private static void move(int from, int to) {
        CLibrary.call("dup3", s -> (int) CLibrary.DUP3.invokeExact(s, from, to, 0));
        CLibrary.attempt("close", s -> (int) CLibrary.CLOSE.invokeExact(s, from));
    }
}
