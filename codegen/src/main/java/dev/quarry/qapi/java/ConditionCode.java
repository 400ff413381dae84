package dev.quarry.qapi.java;

import com.palantir.javapoet.CodeBlock;

import dev.quarry.qapi.model.Condition;

import java.util.List;

/** Conditions as Java expressions. */
final class ConditionCode {
    private ConditionCode() {}

    /**
     * A boolean expression.
     *
     * @param conditions an expression for the conditions that hold
     */
    static CodeBlock of(Condition condition, String conditions) {
        if (condition instanceof Condition.Identifier identifier) {
            return CodeBlock.of("$L.holds($S)", conditions, identifier.name());
        }
        if (condition instanceof Condition.Not not) {
            return CodeBlock.of("!$L", parenthesized(not.condition(), conditions));
        }
        if (condition instanceof Condition.Any any) {
            return joined(any.conditions(), " || ", conditions);
        }
        List<Condition> all = ((Condition.All) condition).conditions();
        return all.isEmpty() ? CodeBlock.of("true") : joined(all, " && ", conditions);
    }

    private static CodeBlock joined(List<Condition> parts, String operator, String conditions) {
        return parts.stream()
                .map(p -> parts.size() == 1 ? of(p, conditions) : parenthesized(p, conditions))
                .collect(CodeBlock.joining(operator));
    }

    private static CodeBlock parenthesized(Condition condition, String conditions) {
        CodeBlock code = of(condition, conditions);
        return condition instanceof Condition.Identifier ? code : CodeBlock.of("($L)", code);
    }
}
