package dev.quarry.block;

import dev.quarry.posix.Errno;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/** The names taken in a graph: nodes and devices share one namespace. */
@MainLoopOnly
final class GraphNames {
    /** Most characters of a node name. */
    static final int MAX_LENGTH = 31;

    private static final Pattern WELL_FORMED = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    private final Set<String> taken = new HashSet<>();
    private long automatic;

    /** Takes a name somebody chose for a node. */
    void reserveNode(String name) {
        MainLoop.assertCurrent();
        requireWellFormed("node-name", name);
        if (name.length() > MAX_LENGTH) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Node name '" + name + "' is too long: at most " + MAX_LENGTH + " characters");
        }
        reserve("Node name", name);
    }

    /** Takes a name somebody chose for a device. */
    void reserveDevice(String name) {
        MainLoop.assertCurrent();
        requireWellFormed("id", name);
        reserve("Device name", name);
    }

    /** Takes and returns a name of the form {@code #block} + counter + two random digits. */
    String reserveAutomatic() {
        MainLoop.assertCurrent();
        int tail = ThreadLocalRandom.current().nextInt(100);
        String name = "#block" + automatic + tail / 10 + tail % 10;
        automatic++;
        return taken.add(name) ? name : reserveAutomatic();
    }

    /** Whether nobody chose the name. */
    static boolean isAutomatic(String name) {
        return name.startsWith("#");
    }

    /** Gives a name back. */
    void release(String name) {
        MainLoop.assertCurrent();
        taken.remove(name);
    }

    /** How many are taken. */
    int count() {
        MainLoop.assertCurrent();
        return taken.size();
    }

    private void reserve(String what, String name) {
        if (!taken.add(name)) {
            throw BlockException.of(
                    Errno.EEXIST, what + " '" + name + "' is in use already: choose another");
        }
    }

    private static void requireWellFormed(String option, String name) {
        if (!WELL_FORMED.matcher(name).matches()) {
            throw BlockException.of(
                    Errno.EINVAL,
                    "Invalid "
                            + option
                            + " '"
                            + name
                            + "': a letter, then letters, digits,"
                            + " '-', '.' or '_'");
        }
    }
}
