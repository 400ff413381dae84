package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlockdevOptions;
import dev.quarry.qapi.generated.SocketAddress;

import org.jspecify.annotations.Nullable;

import java.net.URI;
import java.net.URISyntaxException;

/**
 * Names of disks on NBD servers, as they stand in the headers of images: {@code
 * nbd://HOST[:PORT][/EXPORT]} and {@code nbd+unix://[/EXPORT]?socket=PATH}.
 */
final class NbdUri {
    private static final int DEFAULT_PORT = 10_809;
    private static final String SOCKET = "socket=";

    private NbdUri() {}

    /** Whether a file name is one of these, well-formed or not. */
    static boolean isMeant(String name) {
        return name.startsWith("nbd://") || name.startsWith("nbd+unix://");
    }

    /**
     * The options that say the same.
     *
     * @throws BlockException if the name is not well-formed
     */
    static BlockdevOptions.Nbd parse(String name) {
        try {
            URI uri = new URI(name);
            String path = uri.getPath();
            return BlockdevOptions.Nbd.builder()
                    .server(name.startsWith("nbd+unix:") ? unix(uri) : inet(uri))
                    .export(path == null || path.isEmpty() ? "" : path.substring(1))
                    .build();
        } catch (URISyntaxException e) {
            throw BlockException.of(
                    Errno.EINVAL, "'" + name + "' is not an NBD URI: " + e.getReason(), e);
        }
    }

    private static SocketAddress unix(URI uri) throws URISyntaxException {
        String query = uri.getQuery();
        if (query == null || !query.startsWith(SOCKET)) {
            throw new URISyntaxException(uri.toString(), "it lacks '?socket=PATH'");
        }
        return SocketAddress.Unix.builder().path(query.substring(SOCKET.length())).build();
    }

    private static SocketAddress inet(URI uri) throws URISyntaxException {
        int port = uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort();
        return SocketAddress.Inet.builder()
                .host(withoutBrackets(uri, uri.getHost()))
                .port(Integer.toString(port))
                .build();
    }

    private static String withoutBrackets(URI uri, @Nullable String host)
            throws URISyntaxException {
        if (host == null) {
            throw new URISyntaxException(uri.toString(), "it lacks a host");
        }
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
