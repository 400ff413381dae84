package dev.quarry.daemon.object;

import dev.quarry.qapi.generated.IothreadProperties;
import dev.quarry.qmp.codec.JsonInput;
import dev.quarry.qmp.codec.QmpException;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.node.JsonNodeFactory;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The settings of a thread that nobody runs: exports choose their threads themselves. They are
 * checked and given back.
 */
public final class Iothread implements QomObject {
    private static final String MIN = "thread-pool-min";
    private static final String MAX = "thread-pool-max";

    private final Map<String, Long> values = new LinkedHashMap<>();

    /** As described, or by default. */
    public Iothread(IothreadProperties given) {
        put("aio-max-batch", given.aioMaxBatch(), 0);
        put(MIN, given.threadPoolMin(), 0);
        put(MAX, given.threadPoolMax(), 64);
        put("poll-max-ns", given.pollMaxNs(), 32_768);
        put("poll-grow", given.pollGrow(), 0);
        put("poll-shrink", given.pollShrink(), 0);
        check(values);
    }

    @Override
    public String type() {
        return "iothread";
    }

    @Override
    public synchronized Map<String, Property> properties() {
        Map<String, Property> properties = new LinkedHashMap<>();
        for (String name : values.keySet()) {
            properties.put(
                    name,
                    new Property(
                            "int",
                            () -> JsonNodeFactory.instance.numberNode(value(name)),
                            value -> change(name, value)));
        }
        return properties;
    }

    private synchronized long value(String name) {
        return values.getOrDefault(name, 0L);
    }

    private synchronized void change(String name, JsonInput value) {
        Map<String, Long> changed = new LinkedHashMap<>(values);
        changed.put(name, value.int64());
        check(changed);
        values.putAll(changed);
    }

    private void put(String name, @Nullable Long given, long otherwise) {
        values.put(name, given == null ? otherwise : given);
    }

    private static void check(Map<String, Long> values) {
        values.forEach((name, value) -> {
            if (value < 0) {
                throw QmpException.generic("Parameter '" + name + "' must not be negative");
            }
        });
        long most = values.getOrDefault(MAX, 0L);
        if (most == 0 || values.getOrDefault(MIN, 0L) > most) {
            throw QmpException.generic(
                    "Parameter '" + MAX + "' must be at least 1 and at least '" + MIN + "'");
        }
    }
}
