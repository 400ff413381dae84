package dev.quarry.nbd;

import org.jspecify.annotations.Nullable;

import java.time.Duration;

/**
 * Which disk to use, and how patiently.
 *
 * @param server where it is
 * @param export the export's name
 * @param context the metadata context that extents are asked of, or null for base:allocation
 * @param reconnectDelay how long requests wait for a lost connection to come back; zero: they fail
 *     at once
 * @param openTimeout for how long to try to connect at first; zero: once
 */
public record NbdLinkSettings(
        NbdEndpoint server,
        String export,
        @Nullable String context,
        Duration reconnectDelay,
        Duration openTimeout) {

    /** Without patience. */
    public static NbdLinkSettings of(NbdEndpoint server, String export) {
        return new NbdLinkSettings(server, export, null, Duration.ZERO, Duration.ZERO);
    }

    /** The same with time to reconnect. */
    public NbdLinkSettings withReconnectDelay(Duration delay) {
        return new NbdLinkSettings(server, export, context, delay, openTimeout);
    }

    String extentsOf() {
        return context == null ? NbdContexts.ALLOCATION : context;
    }
}
