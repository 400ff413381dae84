package dev.quarry.qapi.json;

import org.jspecify.annotations.Nullable;

import java.util.Collection;
import java.util.Map;
import java.util.StringJoiner;

/** Writes maps, collections, strings, booleans, numbers and null as JSON, one space a level. */
public final class JsonText {
    private JsonText() {}

    /** The value as text, without a newline at its end. */
    public static String of(@Nullable Object value) {
        return of(value, "\n");
    }

    private static String of(@Nullable Object value, String newline) {
        if (value instanceof Map<?, ?> map) {
            return object(map, newline);
        }
        if (value instanceof Collection<?> elements) {
            return array(elements, newline);
        }
        return value instanceof String text ? quoted(text) : String.valueOf(value);
    }

    private static String object(Map<?, ?> map, String newline) {
        String inner = newline + " ";
        StringJoiner joiner = new StringJoiner("," + inner, "{" + inner, newline + "}");
        joiner.setEmptyValue("{}");
        map.forEach((k, v) -> joiner.add(quoted(String.valueOf(k)) + ": " + of(v, inner)));
        return joiner.toString();
    }

    private static String array(Collection<?> elements, String newline) {
        String inner = newline + " ";
        StringJoiner joiner = new StringJoiner("," + inner, "[" + inner, newline + "]");
        joiner.setEmptyValue("[]");
        elements.forEach(e -> joiner.add(of(e, inner)));
        return joiner.toString();
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default ->
                        quoted.append(c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c));
            }
        }
        return quoted.append('"').toString();
    }
}
