package dev.quarry.daemon.qmp;

/**
 * How a monitor behaves.
 *
 * @param pretty whether messages are indented
 * @param oneClient whether a socket serves one client at a time, as QEMU 7.2 does: the next is
 *     accepted but hears nothing until the one before it has left
 * @param role what its clients may do
 * @param users who may connect over a unix socket
 */
public record SessionOptions(boolean pretty, boolean oneClient, Role role, AllowedUsers users) {
    /** Options with every right for everybody. */
    public SessionOptions(boolean pretty, boolean oneClient) {
        this(pretty, oneClient, Role.FULL, AllowedUsers.EVERYBODY);
    }
}
