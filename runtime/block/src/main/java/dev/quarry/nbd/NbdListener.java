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
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** A listening socket, and for a unix address its file. */
final class NbdListener {
    private static final Logger LOG = System.getLogger(NbdListener.class.getName());

    private final ServerSocketChannel channel;
    private final SocketAddress address;

    private NbdListener(ServerSocketChannel channel) throws IOException {
        this.channel = channel;
        this.address = channel.getLocalAddress();
    }

    /** Listens at the address. The file of a unix socket that nobody listens at is replaced. */
    static NbdListener open(SocketAddress address) throws IOException {
        boolean unix = address instanceof UnixDomainSocketAddress;
        if (address instanceof UnixDomainSocketAddress local) {
            removeStale(local);
        }
        ServerSocketChannel channel =
                unix
                        ? ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                        : ServerSocketChannel.open();
        try {
            return new NbdListener(channel.bind(address));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void removeStale(UnixDomainSocketAddress address) throws IOException {
        if (!isSocket(address.getPath())) {
            return;
        }
        if (answers(address)) {
            throw new BindException("somebody listens at '" + address + "'");
        }
        Files.deleteIfExists(address.getPath());
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
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
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
            if (address instanceof UnixDomainSocketAddress local) {
                Files.deleteIfExists(local.getPath());
            }
        } catch (IOException e) {
            LOG.log(Level.WARNING, "closing '" + address + "'", e);
        }
    }
}
