package dev.quarry.block;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * Options as JSON on one line, for file names: objects, lists, strings, numbers, booleans and null.
 */
final class OptionsJson {
    private OptionsJson() {}

    static String text(Map<?, ? extends @Nullable Object> options) {
        StringBuilder out = new StringBuilder();
        object(out, options);
        return out.toString();
    }

    private static void object(StringBuilder out, Map<?, ? extends @Nullable Object> members) {
        String separator = "";
        out.append('{');
        for (Map.Entry<?, ? extends @Nullable Object> member : members.entrySet()) {
            out.append(separator);
            separator = ", ";
            string(out, String.valueOf(member.getKey()));
            out.append(": ");
            value(out, member.getValue());
        }
        out.append('}');
    }

    private static void value(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> nested -> object(out, nested);
            case List<?> values -> list(out, values);
            case String text -> string(out, text);
            case null -> out.append("null");
            default -> out.append(value);
        }
    }

    private static void list(StringBuilder out, List<?> values) {
        String separator = "";
        out.append('[');
        for (Object value : values) {
            out.append(separator);
            separator = ", ";
            value(out, value);
        }
        out.append(']');
    }

    private static void string(StringBuilder out, String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            character(out, text.charAt(i));
        }
        out.append('"');
    }

    private static void character(StringBuilder out, char c) {
        if (c == '"' || c == '\\') {
            out.append('\\').append(c);
        } else if (c < ' ' || c > '~') {
            out.append("\\u%04X".formatted((int) c));
        } else {
            out.append(c);
        }
    }
}
