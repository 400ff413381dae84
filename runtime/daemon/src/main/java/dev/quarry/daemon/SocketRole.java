package dev.quarry.daemon;

import java.time.Duration;

/** What the daemon does with a socket that {@code --chardev} describes. */
sealed interface SocketRole {
    /** Whether it is the daemon that listens. */
    boolean isServer();

    /**
     * Listens.
     *
     * @param waitsForClient whether to wait for the first client before going on
     */
    record Server(boolean waitsForClient) implements SocketRole {
        @Override
        public boolean isServer() {
            return true;
        }
    }

    /**
     * Connects to a listener.
     *
     * @param pause before connecting again when the connection has ended or did not come about;
     *     zero for a single attempt
     */
    record Client(Duration pause) implements SocketRole {
        @Override
        public boolean isServer() {
            return false;
        }
    }

    /**
     * Takes its members out of an option.
     *
     * @throws CommandLineException if they do not go together
     */
    static SocketRole parse(OptionMembers members) {
        boolean server = members.flag("server", false);
        boolean wait = members.flag("wait", server);
        long reconnect = members.seconds("reconnect");
        if (wait && !server) {
            throw new CommandLineException("'wait' needs server=on");
        }
        if (server && reconnect > 0) {
            throw new CommandLineException("'reconnect' is for sockets without server=on");
        }
        return server ? new Server(wait) : new Client(Duration.ofSeconds(reconnect));
    }
}
