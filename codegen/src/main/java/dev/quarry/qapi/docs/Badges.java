package dev.quarry.qapi.docs;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Feature;

import java.util.List;
import java.util.stream.Collectors;

/** Writes the small marks beside names. */
final class Badges {
    private final Html html;

    Badges(Html html) {
        this.html = html;
    }

    void since(String release) {
        if (!release.isBlank()) {
            html.element("span", "since " + release, "class", "badge since").text(" ");
        }
    }

    void features(List<Feature> features) {
        for (Feature feature : features) {
            if (feature.isSpecial()) {
                html.element("span", feature.name(), "class", "badge " + feature.name()).text(" ");
            }
        }
    }

    void condition(Condition condition) {
        if (!condition.isAlways()) {
            html.open("span", "class", "badge if", "title", "exists only under this condition");
            html.text("if ").element("code", words(condition)).close().text(" ");
        }
    }

    void plain(String words, String title) {
        html.element("span", words, "class", "badge", "title", title).text(" ");
    }

    void optional() {
        html.element("span", "optional", "class", "badge optional").text(" ");
    }

    void fallback(String value) {
        if (!value.isBlank()) {
            html.open("span", "class", "badge").text("default ");
            html.element("code", value).close().text(" ");
        }
    }

    private static String words(Condition condition) {
        if (condition instanceof Condition.Identifier identifier) {
            return identifier.name();
        }
        if (condition instanceof Condition.Not not) {
            return "not " + inner(not.condition());
        }
        if (condition instanceof Condition.Any any) {
            return joined(any.conditions(), " or ");
        }
        return joined(((Condition.All) condition).conditions(), " and ");
    }

    private static String joined(List<Condition> parts, String word) {
        return parts.size() == 1
                ? words(parts.get(0))
                : parts.stream().map(Badges::inner).collect(Collectors.joining(word));
    }

    private static String inner(Condition condition) {
        boolean simple =
                condition instanceof Condition.Identifier || condition instanceof Condition.Not;
        return simple ? words(condition) : "(" + words(condition) + ")";
    }
}
