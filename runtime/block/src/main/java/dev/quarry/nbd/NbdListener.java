package dev.quarry.nbd;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.BindException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A listening socket, and for a unix address its file. */
final class NbdListener {
    private static final Logger LOG = System.getLogger(NbdListener.class.getName());

    /** What fits into a {@code sockaddr_un} with its final NUL, see unix(7). */
    private static final int MAX_PATH_BYTES = 107;

    private final ServerSocketChannel channel;
    private final SocketAddress address;
    private final boolean ownsFile;

    private NbdListener(ServerSocketChannel channel, SocketAddress address, boolean ownsFile) {
        this.channel = channel;
        this.address = address;
        this.ownsFile = ownsFile;
    }

    /** Listens at a socket that others have made, and leaves its file, if it has one, to them. */
    static NbdListener of(ServerSocketChannel listening) throws IOException {
        return new NbdListener(listening, listening.getLocalAddress(), false);
    }

    /** Listens at the address. The file of a unix socket that nobody listens at is replaced. */
    static NbdListener open(SocketAddress address) throws IOException {
        return address instanceof UnixDomainSocketAddress local
                ? openUnix(local)
                : openTcp(address);
    }

    private static NbdListener openTcp(SocketAddress address) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(address);
            return new NbdListener(channel, channel.getLocalAddress(), false);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * The file appears only once connections are taken: binding alone makes it a moment earlier,
     * and a script that waits for the file would be refused.
     */
    private static NbdListener openUnix(UnixDomainSocketAddress address) throws IOException {
        makeWay(address);
        ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            bind(channel, neighbour(address.getPath()), address.getPath());
            return new NbdListener(channel, address, true);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void bind(ServerSocketChannel channel, Path first, Path path)
            throws IOException {
        channel.bind(UnixDomainSocketAddress.of(first));
        if (first.equals(path)) {
            return;
        }
        try {
            Files.move(first, path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            Files.deleteIfExists(first);
            throw e;
        }
    }

    /** A path beside this one, or this one where the other would be too long for an address. */
    private static Path neighbour(Path path) {
        String name = path + "." + ProcessHandle.current().pid();
        boolean fits = name.getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES;
        return fits ? Path.of(name) : path;
    }

    /** Removes a socket that nobody listens at; anything else at the path stays and is an error. */
    private static void makeWay(UnixDomainSocketAddress address) throws IOException {
        Path path = address.getPath();
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        if (!isSocket(path)) {
            throw new BindException("there is a file at '" + path + "' that is no socket");
        }
        if (answers(address)) {
            throw new BindException("somebody listens at '" + path + "'");
        }
        Files.deleteIfExists(path);
    }

    private static boolean answers(SocketAddress address) {
        try {
            SocketChannel.open(address).close();
            return true;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "replacing a socket nobody listens at", e);
            return false;
        }
    }

    private static boolean isSocket(Path path) throws IOException {
        return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) >> 12 == 12;
    }

    SocketAddress address() {
        return address;
    }

    /** Waits for a client. */
    SocketChannel accept() throws IOException {
        SocketChannel client = channel.accept();
        if (!(address instanceof UnixDomainSocketAddress)) {
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        return client;
    }

    /** Ends listening and removes the file of a unix socket. */
    void close() {
        try {
            channel.close();
            if (ownsFile && address instanceof UnixDomainSocketAddress local) {
                Files.deleteIfExists(local.getPath());
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "closing '" + address + "'", e);
        }
    }
}
