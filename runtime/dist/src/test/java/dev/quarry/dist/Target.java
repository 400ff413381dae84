package dev.quarry.dist;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The program under test: {@code -Dquarry.target}, by default the packaged daemon. The reference
 * daemon takes the same options and may stand in its place.
 */
final class Target {
    private static final String PROGRAM =
            System.getProperty("quarry.target", "target/quarry/bin/quarryd");

    private Target() {}

    /** Whether the program is the reference daemon, which knows none of Quarry's own options. */
    static boolean isPeer() {
        return PROGRAM.endsWith("qemu-storage-daemon");
    }

    static List<String> command(List<String> args) {
        List<String> command = new ArrayList<>();
        command.add(PROGRAM.contains("/") ? absolute() : PROGRAM);
        command.addAll(args);
        return command;
    }

    /** The options with which the program's answers equal the reference daemon's. */
    static List<String> compat() {
        return isPeer() ? List.of() : List.of("--compat", "qemu-7.2");
    }

    private static String absolute() {
        return Path.of(PROGRAM).toAbsolutePath().normalize().toString();
    }
}
