package dev.quarry.daemon;

/** A channel that {@code --chardev} describes and {@code --monitor} speaks on. */
sealed interface Chardev {
    /** The name that {@code --monitor} refers to. */
    String id();

    /** Standard input and output. */
    record Stdio(String id) implements Chardev {}

    /**
     * A unix socket.
     *
     * @param server whether to listen there, or to connect to a listener
     * @param waitForClient whether to wait for the first client before going on
     */
    record UnixSocket(String id, String path, boolean server, boolean waitForClient)
            implements Chardev {}

    /**
     * A TCP socket; {@code server} and {@code waitForClient} as above. Port 0 lets the system
     * choose.
     */
    record TcpSocket(String id, String host, int port, boolean server, boolean waitForClient)
            implements Chardev {}

    /**
     * Reads the value of {@code --chardev}.
     *
     * @throws CommandLineException if it is malformed or asks for what is not supported
     */
    static Chardev parse(StartOption option) {
        OptionMembers members = new OptionMembers(option);
        String backend = members.text("backend");
        Chardev chardev =
                switch (backend) {
                    case "stdio" -> new Stdio(members.text("id"));
                    case "socket" -> socket(members);
                    default ->
                            throw new CommandLineException(
                                    "channels are 'socket' or 'stdio', not '" + backend + "'");
                };
        members.end();
        return chardev;
    }

    private static Chardev socket(OptionMembers members) {
        String id = members.text("id");
        boolean server = members.flag("server", false);
        boolean wait = members.flag("wait", server);
        if (wait && !server) {
            throw new CommandLineException("'wait' needs server=on");
        }
        String path = members.optionalText("path");
        if (path != null) {
            return new UnixSocket(id, path, server, wait);
        }
        String host = members.optionalText("host");
        return new TcpSocket(
                id, host == null ? "localhost" : host, members.port("port"), server, wait);
    }
}
