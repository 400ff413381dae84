package dev.quarry.daemon.qmp;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * The file of a unix socket. It appears only once the socket answers: binding alone makes the file
 * before connections are taken, and scripts that wait for the file would be refused. So the socket
 * is bound to a neighbour of the path, which is then renamed.
 */
final class SocketFile {
    /** What fits into a {@code sockaddr_un} with its final NUL, see unix(7). */
    private static final int MAX_PATH_BYTES = 107;

    private final Path path;
    private final Path bound;

    SocketFile(Path path) {
        this.path = path;
        Path neighbour = Path.of(path + "." + ProcessHandle.current().pid());
        this.bound =
                neighbour.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_PATH_BYTES
                        ? neighbour
                        : path;
    }

    /** The path to bind to. */
    Path bound() {
        return bound;
    }

    /**
     * Shows the file, now that somebody listens.
     *
     * @param permissions to be set before; none to leave them as they are
     */
    void publish(Set<PosixFilePermission> permissions) {
        try {
            if (!permissions.isEmpty()) {
                Files.setPosixFilePermissions(bound, permissions);
            }
            if (!bound.equals(path)) {
                Files.move(bound, path, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            throw new MonitorException("cannot make the socket " + path + ": " + e, e);
        }
    }

    /** Removes the file; another process may have done so already. */
    void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new MonitorException("cannot remove the socket " + path + ": " + e, e);
        }
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
