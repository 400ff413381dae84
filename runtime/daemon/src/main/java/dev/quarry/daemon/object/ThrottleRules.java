package dev.quarry.daemon.object;

import dev.quarry.qmp.codec.QmpException;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;

/** Which limits go together. */
final class ThrottleRules {
    /** The ending of the name of a burst's length. */
    static final String LENGTH = "-max-length";

    private static final String BURST = "-max";
    private static final String SIZE = "iops-size";
    private static final long HIGHEST_RATE = 1_000_000_000_000_000L;
    private static final long LONGEST = 0xFFFF_FFFFL;
    private static final List<String> UNITS = List.of("iops", "bps");
    private static final List<String> KINDS = List.of("-total", "-read", "-write");

    /** The members of a set of limits. */
    static final List<String> NAMES = names();

    private final JsonNode limits;

    private ThrottleRules(JsonNode limits) {
        this.limits = limits;
    }

    /**
     * Fails unless the limits can hold.
     *
     * @param limits every member is there, and is an integer
     */
    static void check(JsonNode limits) {
        ThrottleRules rules = new ThrottleRules(limits);
        for (String unit : UNITS) {
            rules.exclusive(unit, "");
            rules.exclusive(unit, BURST);
            KINDS.forEach(kind -> rules.rate(unit + kind));
        }
        rules.size();
    }

    private void exclusive(String unit, String ending) {
        boolean all = value(unit + "-total" + ending) != 0;
        boolean some = value(unit + "-read" + ending) != 0 || value(unit + "-write" + ending) != 0;
        require(
                !all || !some,
                unit + "-total" + ending + "' excludes those for reads and writes alone");
    }

    private void rate(String name) {
        long rate = value(name);
        long burst = value(name + BURST);
        long length = value(name + LENGTH);
        require(rate >= 0 && rate <= HIGHEST_RATE, name + "' must be from 0 to " + HIGHEST_RATE);
        require(
                burst >= 0 && burst <= HIGHEST_RATE,
                name + BURST + "' must be from 0 to " + HIGHEST_RATE);
        require(length >= 1 && length <= LONGEST, name + LENGTH + "' must be from 1 to " + LONGEST);
        require(burst == 0 || rate != 0, name + BURST + "' needs '" + name + "'");
        require(burst == 0 || burst >= rate, name + BURST + "' is lower than '" + name + "'");
        require(length == 1 || burst != 0, name + LENGTH + "' needs '" + name + BURST + "'");
        require(
                length == 1 || burst <= HIGHEST_RATE / length,
                name + LENGTH + "' is too long for so high a '" + name + BURST + "'");
    }

    private void size() {
        boolean counted = KINDS.stream().anyMatch(kind -> value("iops" + kind) != 0);
        long size = value(SIZE);
        require(size == 0 || (size > 0 && counted), SIZE + "' needs a limit of requests");
    }

    private long value(String name) {
        return limits.get(name).longValue();
    }

    private static void require(boolean met, String otherwise) {
        if (!met) {
            throw QmpException.generic("Parameter '" + otherwise);
        }
    }

    private static List<String> names() {
        List<String> names = new ArrayList<>();
        for (String unit : UNITS) {
            for (String kind : KINDS) {
                names.addAll(List.of(unit + kind, unit + kind + BURST, unit + kind + LENGTH));
            }
        }
        names.add(SIZE);
        return List.copyOf(names);
    }
}
