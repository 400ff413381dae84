package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Feature;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * An object of the answer: one of its elements, or a part of one. Whatever is not as it has to be
 * fails with a message that names the member.
 */
final class Element {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");
    private static final Pattern TYPE = Pattern.compile("\\[?" + NAME.pattern() + "]?");

    private final Map<?, ?> members;
    private final Condition condition;

    private Element(Map<?, ?> members, Condition condition) {
        this.members = members;
        this.condition = condition;
    }

    /** The object that a value is. */
    static Element of(@Nullable Object json) {
        Conditional conditional = Conditional.of(json);
        if (conditional.value() instanceof Map<?, ?> members) {
            return new Element(members, conditional.condition());
        }
        throw new IntrospectionException("expected an object");
    }

    Condition condition() {
        return condition;
    }

    boolean has(String member) {
        return members.containsKey(member);
    }

    boolean isTrue(String member) {
        return Boolean.TRUE.equals(members.get(member));
    }

    String text(String member) {
        if (members.get(member) instanceof String text) {
            return text;
        }
        throw new IntrospectionException(
                "'" + member + "' " + (has(member) ? "is no string" : "is missing"));
    }

    /** A name as the schema language allows them, and as goes into a source file unchanged. */
    String name(String member) {
        return matching(text(member), NAME);
    }

    /** The name of a type; that of an array is the element's in brackets. */
    String type(String member) {
        return matching(text(member), TYPE);
    }

    private static String matching(String text, Pattern pattern) {
        if (!pattern.matcher(text).matches()) {
            throw new IntrospectionException(Quoted.of(text) + " is no name");
        }
        return text;
    }

    /** The values of an array that has to be there. */
    List<Conditional> values(String member) {
        if (!(members.get(member) instanceof List<?> values)) {
            throw new IntrospectionException(
                    "'" + member + "' " + (has(member) ? "is no array" : "is missing"));
        }
        List<Conditional> conditionals = new ArrayList<>();
        values.forEach(v -> conditionals.add(Conditional.of(v)));
        return conditionals;
    }

    /** The objects of an array that has to be there. */
    List<Element> elements(String member) {
        List<Element> elements = new ArrayList<>();
        for (Conditional value : values(member)) {
            if (!(value.value() instanceof Map<?, ?> map)) {
                throw new IntrospectionException("'" + member + "' holds what is no object");
            }
            elements.add(new Element(map, value.condition()));
        }
        return elements;
    }

    /** The names of an array that has to be there, each once. */
    List<Feature> names(String member) {
        List<Feature> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Conditional value : values(member)) {
            if (!(value.value() instanceof String text)) {
                throw new IntrospectionException("'" + member + "' holds what is no string");
            }
            if (!seen.add(text)) {
                throw new IntrospectionException(Quoted.of(text) + " is twice in '" + member + "'");
            }
            names.add(new Feature(matching(text, NAME), value.condition()));
        }
        return names;
    }

    List<Feature> features() {
        return has("features") ? names("features") : List.of();
    }
}
