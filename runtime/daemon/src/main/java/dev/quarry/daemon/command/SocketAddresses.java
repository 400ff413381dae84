package dev.quarry.daemon.command;

import dev.quarry.block.export.NbdServerSettings.Address;
import dev.quarry.block.export.NbdServerSettings.Place;
import dev.quarry.qapi.generated.InetSocketAddress;
import dev.quarry.qapi.generated.SocketAddress;
import dev.quarry.qapi.generated.SocketAddressLegacy;
import dev.quarry.qapi.generated.UnixSocketAddress;
import dev.quarry.qmp.codec.QmpException;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.util.Arrays;
import java.util.function.Predicate;

/** Addresses of the schema as those of the JDK, to listen at. Looking up a host name may block. */
final class SocketAddresses {
    private static final int MAX_PORT = 65_535;

    private SocketAddresses() {}

    /** The form of the command line. */
    static Place toListenAt(SocketAddress address) {
        return switch (address) {
            case SocketAddress.Inet inet -> new Address(inet(inet.data()));
            case SocketAddress.Unix unix -> new Address(unix(unix.data()));
            case SocketAddress.Fd passed -> PassedDescriptors.ofThisProcess().find(passed.str());
        };
    }

    /** The form of {@code nbd-server-start}, which comes too late for a passed socket. */
    static Place toListenAt(SocketAddressLegacy address) {
        return switch (address) {
            case SocketAddressLegacy.Inet inet -> new Address(inet(inet.data()));
            case SocketAddressLegacy.Unix unix -> new Address(unix(unix.data()));
            case SocketAddressLegacy.Fd _ ->
                    throw QmpException.generic(
                            "Parameter 'addr.type': 'fd' is for the option --nbd-server only");
        };
    }

    private static java.net.SocketAddress unix(UnixSocketAddress address) {
        Unsupported.refuseOn("abstract", address.abstract_());
        Unsupported.refuse("tight", address.tight());
        try {
            return UnixDomainSocketAddress.of(address.path());
        } catch (InvalidPathException e) {
            throw refused("path", address.path(), "no path", e);
        }
    }

    private static java.net.SocketAddress inet(InetSocketAddress address) {
        Unsupported.refuse("to", address.to());
        Unsupported.refuseOn("keep-alive", address.keepAlive());
        Unsupported.refuseOn("mptcp", address.mptcp());
        int port = port(address.port());
        return address.host().isEmpty()
                ? new java.net.InetSocketAddress(port)
                : new java.net.InetSocketAddress(host(address), port);
    }

    private static int port(String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 0 && port <= MAX_PORT) {
                return port;
            }
            throw QmpException.generic("Parameter 'port' must be at most " + MAX_PORT);
        } catch (NumberFormatException e) {
            throw refused("port", text, "no port number", e);
        }
    }

    private static InetAddress host(InetSocketAddress address) {
        try {
            InetAddress[] found =
                    Boolean.TRUE.equals(address.numeric())
                            ? new InetAddress[] {InetAddress.ofLiteral(address.host())}
                            : InetAddress.getAllByName(address.host());
            return Arrays.stream(found)
                    .filter(family(address))
                    .findFirst()
                    .orElseThrow(() -> new UnknownHostException("no address of that family"));
        } catch (UnknownHostException | IllegalArgumentException e) {
            throw refused("host", address.host(), "no known host", e);
        }
    }

    /** A family is out if it is switched off, or only the other one is switched on. */
    private static Predicate<InetAddress> family(InetSocketAddress address) {
        boolean four = isAllowed(address.ipv4(), address.ipv6());
        boolean six = isAllowed(address.ipv6(), address.ipv4());
        return found ->
                switch (found) {
                    case Inet4Address a -> four;
                    case Inet6Address a -> six;
                    default -> true;
                };
    }

    private static boolean isAllowed(
            @org.jspecify.annotations.Nullable Boolean own,
            @org.jspecify.annotations.Nullable Boolean other) {
        return own == null ? !Boolean.TRUE.equals(other) : own;
    }

    private static QmpException refused(String parameter, String value, String what, Exception e) {
        return new QmpException(
                dev.quarry.qmp.codec.QmpErrorClass.GENERIC_ERROR,
                "Parameter '" + parameter + "': '" + value + "' is " + what,
                e);
    }
}
