package dev.quarry.daemon.qmp;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The file of a unix socket, made free to listen on. The transport removes it after. */
final class SocketFile {
    private final Path path;

    SocketFile(Path path) {
        this.path = path;
    }

    /**
     * Makes the path free to bind to: a socket file there is removed, anything else is left alone.
     *
     * @param evenIfLive whether to take the path from a process that listens there now, as QEMU
     *     does
     * @throws MonitorException if the path is in use
     */
    void claim(boolean evenIfLive) {
        try {
            if (!attributes().isOther()) {
                throw new MonitorException(path + " exists and is not a socket");
            }
            if (!evenIfLive && isLive()) {
                throw new MonitorException(
                        path + " is in use: another process listens on this socket");
            }
            Files.delete(path);
        } catch (NoSuchFileException free) {
            // nothing to remove
        } catch (IOException e) {
            throw new MonitorException("cannot replace the socket " + path + ": " + e, e);
        }
    }

    private BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    private boolean isLive() {
        try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return probe.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException refused) {
            return false;
        }
    }
}
