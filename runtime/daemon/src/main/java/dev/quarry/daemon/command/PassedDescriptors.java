package dev.quarry.daemon.command;

import dev.quarry.block.export.NbdServerSettings;
import dev.quarry.qmp.codec.QmpException;

import java.util.List;
import java.util.Map;

/**
 * The sockets that the process was started with, as systemd numbers and names them: from descriptor
 * 3 on, {@code LISTEN_FDS} of them, named by {@code LISTEN_FDNAMES}, for {@code LISTEN_PID} alone.
 *
 * @param names in the order of the descriptors; empty if none were passed to this process
 */
record PassedDescriptors(List<String> names) {
    private static final int FIRST = 3;

    static PassedDescriptors ofThisProcess() {
        return of(System.getenv(), ProcessHandle.current().pid());
    }

    /** Those that an environment passes to a process. */
    static PassedDescriptors of(Map<String, String> environment, long pid) {
        boolean forUs = Long.toString(pid).equals(environment.get("LISTEN_PID"));
        String names = environment.getOrDefault("LISTEN_FDNAMES", "");
        return new PassedDescriptors(forUs ? List.of(names.split(":", -1)) : List.of());
    }

    /** The descriptor of a number, passed in whatever way, or of a name. */
    NbdServerSettings.Passed find(String numberOrName) {
        if (!numberOrName.isEmpty() && numberOrName.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return new NbdServerSettings.Passed(number(numberOrName));
        }
        int at = names.indexOf(numberOrName);
        if (at < 0 || numberOrName.isEmpty()) {
            throw QmpException.generic(
                    "Parameter 'addr.str': there is no passed socket '%s'; there are %s"
                            .formatted(numberOrName, names));
        }
        return new NbdServerSettings.Passed(FIRST + at);
    }

    private static int number(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw QmpException.generic("Parameter 'addr.str': " + digits + " is no descriptor");
        }
    }
}
