package dev.quarry.block.debug;

import dev.quarry.block.BlockException;
import dev.quarry.posix.Errno;
import dev.quarry.qapi.generated.BlkdebugEvent;
import dev.quarry.qapi.generated.BlkdebugIOType;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The rules of one node and the state they drive. An event whose rules hold makes those that fail
 * requests the active ones; the active ones stay until an event brings others. Any thread.
 */
final class Rules {
    /** The state at first. */
    private static final long FIRST_STATE = 1;

    /** In the order given; under the lock. */
    private final Map<BlkdebugEvent, List<Rule>> byEvent = new EnumMap<>(BlkdebugEvent.class);

    /** Never changed, so that all other events cost one look and no lock. */
    private final Set<BlkdebugEvent> awaited = EnumSet.noneOf(BlkdebugEvent.class);

    /** Written under the lock. */
    private long state = FIRST_STATE;

    /** The first that fits a request decides. Written under the lock; the list never changes. */
    private volatile List<Rule.Failure> active = List.of();

    /**
     * @param all in the order given
     */
    Rules(List<Rule> all) {
        for (Rule rule : all) {
            awaited.add(rule.event());
            byEvent.computeIfAbsent(rule.event(), _ -> new ArrayList<>()).add(rule);
        }
        happened(BlkdebugEvent.NONE);
    }

    /** An event took place. */
    void happened(BlkdebugEvent event) {
        if (awaited.contains(event)) {
            apply(event);
        }
    }

    private synchronized void apply(BlkdebugEvent event) {
        long before = state;
        List<Rule.Failure> failures = new ArrayList<>();
        List<Rule> rules = byEvent.getOrDefault(event, List.of());
        for (Rule rule : rules.reversed()) {
            if (rule.holdsIn(before)) {
                switch (rule) {
                    case Rule.NewState change -> state = change.next();
                    case Rule.Failure failure -> failures.addFirst(failure);
                }
            }
        }
        if (!failures.isEmpty()) {
            active = List.copyOf(failures);
        }
    }

    /**
     * A request is about to be passed on.
     *
     * @param operation a verb, for the message
     * @param node the node's name
     * @throws BlockException if an active rule says so
     */
    void check(BlkdebugIOType kind, String operation, String node, long offset, long bytes) {
        if (active.isEmpty()) {
            return;
        }
        int errno = take(kind, offset, bytes);
        if (errno != 0) {
            Errno known = Errno.of(errno);
            String words = known.value() == errno ? known.words() : "error " + errno;
            throw BlockException.io(known, operation, node, offset, words + ", as a rule says");
        }
    }

    /** The error for a request, or 0; a rule that works once has worked now. */
    private synchronized int take(BlkdebugIOType kind, long offset, long bytes) {
        for (Rule.Failure rule : active) {
            if (rule.concerns(kind, offset, bytes)) {
                if (rule.once() && rule.errno() != 0) {
                    remove(rule);
                }
                return rule.errno();
            }
        }
        return 0;
    }

    private void remove(Rule.Failure rule) {
        List<Rule.Failure> fewer = new ArrayList<>(active);
        fewer.remove(rule);
        active = List.copyOf(fewer);
        byEvent.getOrDefault(rule.event(), new ArrayList<>()).remove(rule);
    }
}
