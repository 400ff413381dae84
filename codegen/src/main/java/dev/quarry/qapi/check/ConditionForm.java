package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.syntax.Value;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the value of an {@code if}. */
final class ConditionForm {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Z][A-Z0-9_]*");
    private static final Set<String> OPERATORS = Set.of("all", "any", "not");

    private final Subject subject;
    private final String what;

    private ConditionForm(Subject subject, String what) {
        this.subject = subject;
        this.what = "the condition of " + what;
    }

    /** The condition; one that always holds where there is no {@code if}. */
    static Condition read(Subject subject, @Nullable Value value, String what) {
        return value == null ? Condition.always() : new ConditionForm(subject, what).read(value);
    }

    private Condition read(Value value) {
        if (value instanceof Value.Text text) {
            return identifier(text.text());
        }
        if (value instanceof Value.Array array && isC() && !array.elements().isEmpty()) {
            return new Condition.All(array.elements().stream().map(this::read).toList());
        }
        if (value instanceof Value.Dictionary object && subject.dialect().accepts(602)) {
            return operator(object);
        }
        throw subject.failure(what + " must be a string or an object");
    }

    private Condition identifier(String name) {
        if (isC()) {
            return CCondition.read(subject, name, what);
        }
        if (!IDENTIFIER.matcher(name).matches()) {
            throw subject.failure(what + " has '" + name + "', which is no valid identifier");
        }
        return new Condition.Identifier(name);
    }

    /** Whether conditions may be C expressions, as from 3.0 to 6.1. */
    private boolean isC() {
        return subject.dialect().acceptsBetween(300, 602);
    }

    private Condition operator(Value.Dictionary object) {
        Map<String, Value> keys = subject.object(object, what, Set.of(), OPERATORS);
        if (keys.size() != 1) {
            throw subject.failure(what + " must have one key");
        }
        Map.Entry<String, Value> only = keys.entrySet().iterator().next();
        return switch (only.getKey()) {
            case "not" -> new Condition.Not(read(only.getValue()));
            case "any" -> new Condition.Any(operands("any", only.getValue()));
            default -> new Condition.All(operands("all", only.getValue()));
        };
    }

    private List<Condition> operands(String operator, Value value) {
        if (!(value instanceof Value.Array array)) {
            throw subject.failure("'" + operator + "' in " + what + " must be an array");
        }
        if (array.elements().isEmpty()) {
            throw subject.failure("'" + operator + "' in " + what + " is empty and thus useless");
        }
        return array.elements().stream().map(this::read).toList();
    }
}
