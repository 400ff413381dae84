package dev.quarry.block.export;

import java.net.SocketAddress;
import java.time.Duration;

/**
 * How to run the NBD server.
 *
 * @param address where to listen
 * @param maxConnections clients at a time; 0 for any number
 * @param handshakeLimit how long a client may take to choose an export; zero for any time
 */
public record NbdServerSettings(
        SocketAddress address, long maxConnections, Duration handshakeLimit) {
    private static final Duration HANDSHAKE_LIMIT = Duration.ofSeconds(10);

    /** At that address, for any number of clients, with 10 s for a handshake. */
    public static NbdServerSettings at(SocketAddress address) {
        return new NbdServerSettings(address, 0, HANDSHAKE_LIMIT);
    }

    /** The same for so many clients at a time; 0 for any number. */
    public NbdServerSettings withMaxConnections(long clients) {
        return new NbdServerSettings(address, clients, handshakeLimit);
    }

    /** The same with another time for a handshake. */
    public NbdServerSettings withHandshakeLimit(Duration limit) {
        return new NbdServerSettings(address, maxConnections, limit);
    }
}
