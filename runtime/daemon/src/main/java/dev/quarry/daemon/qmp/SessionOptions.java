package dev.quarry.daemon.qmp;

import java.time.Duration;

/**
 * How a monitor behaves.
 *
 * @param pretty whether messages are indented
 * @param oneClient whether a socket serves one client at a time, as QEMU 7.2 does: the next is
 *     accepted but hears nothing until the one before it has left
 * @param role what its clients may do
 * @param users who may connect over a unix socket
 * @param patience how long a client of a socket may take nothing of what waits for it before it is
 *     cut off; zero for ever, as QEMU 7.2 waits
 */
public record SessionOptions(
        boolean pretty, boolean oneClient, Role role, AllowedUsers users, Duration patience) {
    /** Long enough for a client that somebody holds in a debugger for a moment. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Options with the patience that goes with the number of clients. */
    public SessionOptions(boolean pretty, boolean oneClient, Role role, AllowedUsers users) {
        this(pretty, oneClient, role, users, oneClient ? Duration.ZERO : PATIENCE);
    }

    /** Options with every right for everybody. */
    public SessionOptions(boolean pretty, boolean oneClient) {
        this(pretty, oneClient, Role.FULL, AllowedUsers.EVERYBODY);
    }
}
