package dev.quarry.block.throttle;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Who waits in one direction: members take turns, and the requests of one go in their order.
 * Guarded by the lock of {@link ThrottleGroup}.
 */
final class Line {
    /** The member whose turn it is comes first. */
    private final Map<ThrottleMember, Deque<Object>> waiting = new LinkedHashMap<>();

    /** Takes a place at the end of the member's own. */
    Object join(ThrottleMember member) {
        Object ticket = new Object();
        waiting.computeIfAbsent(member, _ -> new ArrayDeque<>()).add(ticket);
        return ticket;
    }

    /** Whether nobody is before that one. */
    boolean isNext(Object ticket) {
        Deque<Object> first = waiting.values().iterator().next();
        return ticket.equals(first.peek());
    }

    /** Leaves the line; if it was that one's turn, it is the next member's now. */
    void leave(ThrottleMember member, Object ticket) {
        boolean hadTurn = isNext(ticket);
        Deque<Object> own = waiting.getOrDefault(member, new ArrayDeque<>());
        own.remove(ticket);
        if (own.isEmpty()) {
            waiting.remove(member);
        } else if (hadTurn) {
            waiting.remove(member);
            waiting.put(member, own);
        }
    }
}
