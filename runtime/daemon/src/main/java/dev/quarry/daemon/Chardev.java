package dev.quarry.daemon;

import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A channel that {@code --chardev} describes and {@code --monitor} speaks on. */
sealed interface Chardev {
    /** The name that {@code --monitor} refers to. */
    String id();

    /** What and where it is, as text for people and for {@code query-chardev}. */
    String description(boolean open);

    /** Standard input and output. */
    record Stdio(String id) implements Chardev {
        @Override
        public String description(boolean open) {
            return "stdio";
        }
    }

    /**
     * A unix socket.
     *
     * @param role what the daemon does with it
     * @param permissions of the socket file; none for those that new files get
     */
    record UnixSocket(String id, String path, SocketRole role, Set<PosixFilePermission> permissions)
            implements Chardev {
        @Override
        public String description(boolean open) {
            return socket("unix:" + path, role, open);
        }
    }

    /** A TCP socket. Port 0 lets the system choose where to listen. */
    record TcpSocket(String id, String host, int port, SocketRole role) implements Chardev {
        @Override
        public String description(boolean open) {
            return socket("tcp:" + host + ":" + port, role, open);
        }
    }

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

    private static String socket(String where, SocketRole role, boolean open) {
        return (open ? "" : "disconnected:") + where + (role.isServer() ? ",server=on" : "");
    }

    private static Chardev socket(OptionMembers members) {
        String id = members.text("id");
        SocketRole role = SocketRole.parse(members);
        String path = members.optionalText("path");
        if (path != null) {
            return new UnixSocket(id, path, role, permissions(members, role));
        }
        String host = members.optionalText("host");
        return new TcpSocket(id, host == null ? "localhost" : host, members.port("port"), role);
    }

    /** An octal number such as 0660, of which nine bits count. */
    private static Set<PosixFilePermission> permissions(OptionMembers members, SocketRole role) {
        String mode = members.optionalText("mode");
        if (mode == null) {
            return Set.of();
        }
        if (!role.isServer()) {
            throw new CommandLineException("'mode' needs server=on");
        }
        if (!mode.matches("0?[0-7]{3}") || mode.endsWith("000")) {
            throw new CommandLineException("'mode' must be like 0660, not '" + mode + "'");
        }
        return permissions(Integer.parseInt(mode, 8));
    }

    private static Set<PosixFilePermission> permissions(int bits) {
        StringBuilder text = new StringBuilder("rwxrwxrwx");
        for (int i = 0; i < text.length(); i++) {
            if ((bits & (0400 >> i)) == 0) {
                text.setCharAt(i, '-');
            }
        }
        return PosixFilePermissions.fromString(text.toString());
    }
}
