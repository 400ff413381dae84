package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.Condition;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A value of the answer and when it is there. A server's answer has no conditions; what {@code qapi
 * introspect --keep-conditions} prints has, as {@code {"if": …, "value": …}} around the value.
 */
record Conditional(@Nullable Object value, Condition condition) {
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Unwraps a value, whether or not it is wrapped. */
    static Conditional of(@Nullable Object json) {
        return json instanceof Map<?, ?> map && map.containsKey("if") && map.containsKey("value")
                ? new Conditional(map.get("value"), condition(map.get("if")))
                : new Conditional(json, Condition.always());
    }

    private static Condition condition(@Nullable Object json) {
        if (json instanceof String identifier && IDENTIFIER.matcher(identifier).matches()) {
            return new Condition.Identifier(identifier);
        }
        if (json instanceof Map<?, ?> tree && tree.size() == 1) {
            if (tree.get("all") instanceof List<?> all) {
                return new Condition.All(conditions(all));
            }
            if (tree.get("any") instanceof List<?> any) {
                return new Condition.Any(conditions(any));
            }
            if (tree.containsKey("not")) {
                return new Condition.Not(condition(tree.get("not")));
            }
        }
        throw new IntrospectionException("'if' is neither a name nor one of all, any and not");
    }

    private static List<Condition> conditions(List<?> list) {
        List<Condition> conditions = new ArrayList<>();
        list.forEach(json -> conditions.add(condition(json)));
        return conditions;
    }
}
