package dev.quarry.qapi.introspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A place where a type is used, as far as the type may be called after it.
 *
 * @param type the type's name in the answer
 * @param name what it would be called
 * @param longer what else, where that name is taken
 * @param stem what the names of its members' types would begin with
 * @param rank 0 for what is sent, 1 for what comes back
 */
record Use(String type, String name, String longer, String stem, int rank) {

    /** Groups uses by type, in order of each type's first use. */
    static Map<String, List<Use>> byType(List<Use> uses) {
        Map<String, List<Use>> byType = new LinkedHashMap<>();
        uses.forEach(u -> byType.computeIfAbsent(u.type(), t -> new ArrayList<>()).add(u));
        return byType;
    }

    /**
     * Sorts the uses of one type, the most natural first: sent before received, then the name that
     * most of them agree on, then in order of appearance.
     */
    static List<Use> byPreference(List<Use> uses) {
        Map<String, Integer> votes = new LinkedHashMap<>();
        uses.forEach(u -> votes.merge(u.name(), 1, Integer::sum));
        return uses.stream()
                .sorted(
                        Comparator.comparingInt(Use::rank)
                                .thenComparingInt(u -> -votes.getOrDefault(u.name(), 0)))
                .toList();
    }
}
