package dev.quarry.block.driver;

import dev.quarry.block.BlockException;
import dev.quarry.nbd.NbdEndpoint;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.InetSocketAddress;
import dev.quarry.qapi.generated.SocketAddress;
import dev.quarry.qapi.generated.UnixSocketAddress;

import java.net.UnixDomainSocketAddress;
import java.nio.file.InvalidPathException;

/** Addresses of the schema as those of servers to connect to. Looks nothing up. */
public final class NbdAddresses {
    private static final int MAX_PORT = 65_535;

    private NbdAddresses() {}

    /**
     * The server at an address.
     *
     * @throws BlockException naming the member that is wrong or not supported
     */
    public static NbdEndpoint of(SocketAddress address) {
        return switch (address) {
            case SocketAddress.Inet inet -> inet(inet.data());
            case SocketAddress.Unix unix -> unix(unix.data());
            case SocketAddress.Fd passed ->
                    throw BlockException.notSupported(
                            "'server.type' is 'fd': a passed socket listens, give 'inet' or"
                                    + " 'unix'");
        };
    }

    private static NbdEndpoint unix(UnixSocketAddress address) {
        DriverOptions.refuse("server.abstract", Boolean.TRUE.equals(address.abstract_()));
        DriverOptions.refuse("server.tight", address.tight() != null);
        try {
            return new NbdEndpoint.Unix(UnixDomainSocketAddress.of(address.path()));
        } catch (InvalidPathException e) {
            throw wrong("server.path", address.path(), "a path");
        }
    }

    private static NbdEndpoint inet(InetSocketAddress address) {
        DriverOptions.refuse("server.to", address.to() != null);
        DriverOptions.refuse("server.mptcp", Boolean.TRUE.equals(address.mptcp()));
        if (Boolean.FALSE.equals(address.ipv4()) && Boolean.FALSE.equals(address.ipv6())) {
            throw BlockException.of(
                    Errno.EINVAL, "'server.ipv4' and 'server.ipv6' are both off: switch one on");
        }
        return new NbdEndpoint.Tcp(
                address.host(),
                port(address.port()),
                address.ipv4(),
                address.ipv6(),
                Boolean.TRUE.equals(address.keepAlive()));
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw BlockException.of(
                    Errno.EINVAL, "'server.port' is '" + text + "', not a port number", e);
        }
        throw wrong("server.port", text, "a port number up to " + MAX_PORT);
    }

    private static BlockException wrong(String member, String value, String what) {
        return BlockException.of(Errno.EINVAL, "'" + member + "' is '" + value + "', not " + what);
    }
}
