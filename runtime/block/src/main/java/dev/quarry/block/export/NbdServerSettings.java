package dev.quarry.block.export;

import java.net.SocketAddress;
import java.time.Duration;

/**
 * How to run the NBD server.
 *
 * @param place where to listen
 * @param maxConnections clients at a time; 0 for any number
 * @param handshakeLimit how long a client may take to choose an export; zero for any time
 */
public record NbdServerSettings(Place place, long maxConnections, Duration handshakeLimit) {
    private static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(10);

    /** At that address, for any number of clients, with 10 s for a handshake. */
    public static NbdServerSettings at(SocketAddress address) {
        return at(new Address(address));
    }

    /** The same at another kind of place. */
    public static NbdServerSettings at(Place place) {
        return new NbdServerSettings(place, 0, HANDSHAKE_LIMIT);
    }

    /** The same for so many clients at a time; 0 for any number. */
    public NbdServerSettings withMaxConnections(long clients) {
        return new NbdServerSettings(place, clients, handshakeLimit);
    }

    /** The same with another time for a handshake. */
    public NbdServerSettings withHandshakeLimit(Duration limit) {
        return new NbdServerSettings(place, maxConnections, limit);
    }

    /** Where a server listens. */
    public sealed interface Place {}

    /** An address to make a socket for. */
    public record Address(SocketAddress address) implements Place {
        @Override
        public String toString() {
            return address.toString();
        }
    }

    /**
     * A listening socket that the process was started with.
     *
     * @param descriptor its number
     */
    public record Passed(int descriptor) implements Place {
        @Override
        public String toString() {
            return "descriptor " + descriptor;
        }
    }
}
