package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Where a server is: a name that is looked up anew for every connection. */
public sealed interface NbdEndpoint {
    /**
     * The addresses to try, in order, at least one. May block.
     *
     * @throws UnknownHostException if there is none
     */
    List<? extends SocketAddress> resolve() throws IOException;

    /** A server of this address alone. */
    static NbdEndpoint of(SocketAddress address) {
        return switch (address) {
            case UnixDomainSocketAddress unix -> new Unix(unix);
            case InetSocketAddress inet ->
                    new Tcp(inet.getHostString(), inet.getPort(), null, null, false);
            default -> throw new IllegalArgumentException("no address of a server: " + address);
        };
    }

    /** A unix socket. */
    record Unix(UnixDomainSocketAddress address) implements NbdEndpoint {
        @Override
        public List<SocketAddress> resolve() {
            return List.of(address);
        }

        @Override
        public String toString() {
            return address.toString();
        }
    }

    /**
     * A TCP port.
     *
     * @param host a name, or an address in its usual notation
     * @param port 0 to 65535
     * @param ipv4 whether IPv4 may be used; null: unless only IPv6 is asked for
     * @param ipv6 likewise
     * @param keepAlive whether the system probes an idle connection
     */
    record Tcp(
            String host,
            int port,
            @Nullable Boolean ipv4,
            @Nullable Boolean ipv6,
            boolean keepAlive)
            implements NbdEndpoint {

        @Override
        public List<InetSocketAddress> resolve() throws UnknownHostException {
            List<InetSocketAddress> found = new ArrayList<>();
            for (InetAddress address : InetAddress.getAllByName(host)) {
                if (isWanted(address)) {
                    found.add(new InetSocketAddress(address, port));
                }
            }
            if (found.isEmpty()) {
                throw new UnknownHostException("'" + host + "' has no address of that family");
            }
            return found;
        }

        /** A family is out if it is switched off, or only the other one is switched on. */
        private boolean isWanted(InetAddress address) {
            return switch (address) {
                case Inet4Address four -> isAllowed(ipv4, ipv6);
                case Inet6Address six -> isAllowed(ipv6, ipv4);
                default -> true;
            };
        }

        private static boolean isAllowed(@Nullable Boolean own, @Nullable Boolean other) {
            return own == null ? !Boolean.TRUE.equals(other) : own;
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }
}
