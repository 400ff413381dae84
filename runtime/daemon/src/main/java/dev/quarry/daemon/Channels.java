package dev.quarry.daemon;

import dev.quarry.qapi.generated.ChardevInfo;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The channels that {@code --chardev} describes; each serves one monitor. Any thread. */
final class Channels {
    private final Map<String, Chardev> all = new LinkedHashMap<>();
    private final Set<String> taken = new LinkedHashSet<>();

    /**
     * Adds a channel.
     *
     * @throws CommandLineException if its id is taken
     */
    synchronized void add(Chardev chardev) {
        if (all.putIfAbsent(chardev.id(), chardev) != null) {
            throw new CommandLineException("the id '" + chardev.id() + "' is taken");
        }
    }

    /**
     * A channel for a monitor of its own.
     *
     * @throws CommandLineException if there is none, or it has one already
     */
    synchronized Chardev take(String id) {
        Chardev chardev = all.get(id);
        if (chardev == null || !taken.add(id)) {
            throw new CommandLineException(
                    "there is no free channel '" + id + "': give --chardev before");
        }
        return chardev;
    }

    /** What {@code query-chardev} shows. */
    synchronized List<ChardevInfo> infos() {
        return all.values().stream().map(this::info).toList();
    }

    private ChardevInfo info(Chardev chardev) {
        boolean open = taken.contains(chardev.id());
        return new ChardevInfo(chardev.id(), chardev.description(open), open);
    }
}
