package dev.quarry.qmp;

import dev.quarry.qmp.codec.Conditions;

import tools.jackson.databind.JsonNode;

/**
 * An {@code if} of the schema as JSON: a name, or an object of {@code all}, {@code any}, {@code
 * not}.
 */
final class ConditionExpression {
    private ConditionExpression() {}

    static boolean holds(JsonNode expression, Conditions conditions) {
        if (expression.isString()) {
            return conditions.holds(expression.stringValue());
        }
        if (expression.has("all")) {
            return expression.get("all").valueStream().allMatch(e -> holds(e, conditions));
        }
        if (expression.has("any")) {
            return expression.get("any").valueStream().anyMatch(e -> holds(e, conditions));
        }
        if (expression.has("not")) {
            return !holds(expression.get("not"), conditions);
        }
        throw new IllegalArgumentException("not a condition: " + expression);
    }
}
