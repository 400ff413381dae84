package dev.quarry.block.debug;

import dev.quarry.block.BlockException;
import dev.quarry.qapi.generated.BlkdebugEvent;
import dev.quarry.qapi.generated.BlkdebugIOType;
import dev.quarry.qapi.generated.BlkdebugInjectErrorOptions;
import dev.quarry.qapi.generated.BlkdebugSetStateOptions;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** One section of a {@link ConfigFile} on its way to a rule. */
final class ConfigSection {
    private static final String INJECT_ERROR = "inject-error";
    private static final Map<String, Set<String>> KEYS =
            Map.of(
                    INJECT_ERROR,
                    Set.of("event", "state", "iotype", "errno", "sector", "once", "immediately"),
                    "set-state",
                    Set.of("event", "state", "new_state"));

    private final Complaint complaint;
    private final int line;
    private final String name;
    private final Map<String, Entry> entries = new HashMap<>();

    /** Makes an exception that names the file and the line. */
    @FunctionalInterface
    interface Complaint {
        BlockException about(int line, String what);
    }

    private record Entry(int line, String value) {}

    ConfigSection(Complaint complaint, int line, String name) {
        this.complaint = complaint;
        this.line = line;
        this.name = name;
        if (!KEYS.containsKey(name)) {
            throw complaint.about(line, "there is no section '" + name + "'");
        }
    }

    boolean failsRequests() {
        return name.equals(INJECT_ERROR);
    }

    /** Sets a key; the last line of a key counts. */
    void put(int at, String key, String value) {
        if (!Objects.requireNonNull(KEYS.get(name)).contains(key)) {
            throw complaint.about(at, "section '" + name + "' has no key '" + key + "'");
        }
        entries.put(key, new Entry(at, value));
    }

    /** The rule; a state that is not given is 0. */
    Rule rule() {
        BlkdebugEvent event = get("event", ConfigSection::event, "the name of an event");
        if (event == null) {
            throw complaint.about(line, "the section has no 'event'");
        }
        Long state = number("state");
        return failsRequests()
                ? failure(event, state)
                : Rule.NewState.of(
                        new BlkdebugSetStateOptions(
                                event, state, Objects.requireNonNullElse(number("new_state"), 0L)));
    }

    private Rule failure(BlkdebugEvent event, @Nullable Long state) {
        return Rule.Failure.of(
                new BlkdebugInjectErrorOptions(
                        event,
                        state,
                        get("iotype", ConfigSection::kind, "a kind of request"),
                        number("errno"),
                        number("sector"),
                        get("once", ConfigSection::onOff, "'on' or 'off'"),
                        get("immediately", ConfigSection::onOff, "'on' or 'off'")));
    }

    private @Nullable Long number(String key) {
        return get(key, ConfigSection::parseNumber, "a number");
    }

    private <T> @Nullable T get(String key, Function<String, @Nullable T> parser, String wanted) {
        Entry entry = entries.get(key);
        if (entry == null) {
            return null;
        }
        T value = parser.apply(entry.value());
        if (value == null) {
            throw complaint.about(
                    entry.line(), "'" + key + "' is '" + entry.value() + "', not " + wanted);
        }
        return value;
    }

    private static @Nullable Long parseNumber(String text) {
        try {
            return Long.decode(text);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    private static @Nullable BlkdebugEvent event(String name) {
        return named(name, BlkdebugEvent.values(), BlkdebugEvent::wireName);
    }

    private static @Nullable BlkdebugIOType kind(String name) {
        return named(name, BlkdebugIOType.values(), BlkdebugIOType::wireName);
    }

    private static <E> @Nullable E named(String name, E[] all, Function<E, String> naming) {
        for (E one : all) {
            if (naming.apply(one).equals(name)) {
                return one;
            }
        }
        return null;
    }

    private static @Nullable Boolean onOff(String text) {
        return switch (text) {
            case "on", "yes", "true", "y" -> true;
            case "off", "no", "false", "n" -> false;
            default -> null;
        };
    }
}
