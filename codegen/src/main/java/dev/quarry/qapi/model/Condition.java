package dev.quarry.qapi.model;

import java.util.List;
import java.util.function.Predicate;

/** When something in the schema exists. */
public sealed interface Condition {
    /** Holds whatever the configuration: what has no {@code if}. */
    static Condition always() {
        return new All(List.of());
    }

    /** Holds where the identifier does. */
    record Identifier(String name) implements Condition {
        @Override
        public boolean holds(Predicate<String> identifiers) {
            return identifiers.test(name);
        }
    }

    /** Holds where all of them do. */
    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }

        @Override
        public boolean holds(Predicate<String> identifiers) {
            return conditions.stream().allMatch(c -> c.holds(identifiers));
        }
    }

    /** Holds where one of them does. */
    record Any(List<Condition> conditions) implements Condition {
        public Any {
            conditions = List.copyOf(conditions);
        }

        @Override
        public boolean holds(Predicate<String> identifiers) {
            return conditions.stream().anyMatch(c -> c.holds(identifiers));
        }
    }

    /** Holds where the other does not. */
    record Not(Condition condition) implements Condition {
        @Override
        public boolean holds(Predicate<String> identifiers) {
            return !condition.holds(identifiers);
        }
    }

    /** Evaluates it, given which identifiers hold. */
    boolean holds(Predicate<String> identifiers);

    /** Whether nothing was written. */
    default boolean isAlways() {
        return this instanceof All all && all.conditions().isEmpty();
    }
}
