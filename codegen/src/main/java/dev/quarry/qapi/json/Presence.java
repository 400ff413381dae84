package dev.quarry.qapi.json;

import dev.quarry.qapi.model.Condition;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** What becomes of the conditions in a generated JSON document. */
public final class Presence {
    private final @Nullable Predicate<String> identifiers;

    private Presence(@Nullable Predicate<String> identifiers) {
        this.identifiers = identifiers;
    }

    /** An element with a condition is wrapped: {@code {"if": …, "value": …}}. */
    public static Presence keep() {
        return new Presence(null);
    }

    /** An element whose condition does not hold is left out. */
    public static Presence evaluate(Predicate<String> identifiers) {
        return new Presence(identifiers);
    }

    /** Adds the element as its condition says. */
    void add(List<Object> elements, Condition condition, Object element) {
        if (identifiers != null) {
            if (condition.holds(identifiers)) {
                elements.add(element);
            }
        } else if (condition.isAlways()) {
            elements.add(element);
        } else {
            elements.add(wrapped(condition, element));
        }
    }

    private static Map<String, Object> wrapped(Condition condition, Object element) {
        Map<String, Object> wrapped = new LinkedHashMap<>();
        wrapped.put("if", json(condition));
        wrapped.put("value", element);
        return wrapped;
    }

    private static Object json(Condition condition) {
        if (condition instanceof Condition.Identifier identifier) {
            return identifier.name();
        }
        if (condition instanceof Condition.Not not) {
            return Map.of("not", json(not.condition()));
        }
        if (condition instanceof Condition.Any any) {
            return Map.of("any", json(any.conditions()));
        }
        return Map.of("all", json(((Condition.All) condition).conditions()));
    }

    private static List<Object> json(List<Condition> conditions) {
        List<Object> list = new ArrayList<>();
        conditions.forEach(c -> list.add(json(c)));
        return list;
    }
}
