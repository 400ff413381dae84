package dev.quarry.qapi.json;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON text as maps, lists, strings, booleans, {@link BigDecimal}s and null: what the
 * compiler itself takes in, which is little, so that it needs no library for it.
 */
public final class JsonReader {
    private static final int MAX_DEPTH = 200;

    private final String text;
    private int position;
    private int depth;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * The value of the text.
     *
     * @throws IllegalArgumentException it is no JSON; the message says where and why
     */
    public static @Nullable Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value();
        if (reader.peek() != 0) {
            throw reader.failure("text after the value");
        }
        return value;
    }

    private IllegalArgumentException failure(String problem) {
        long line = text.substring(0, position).chars().filter(c -> c == '\n').count() + 1;
        return new IllegalArgumentException("line " + line + ": " + problem);
    }

    /** The next character that is no white space; 0 at the end. */
    private char peek() {
        while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        return position < text.length() ? text.charAt(position) : 0;
    }

    private boolean take(char wanted) {
        boolean found = peek() == wanted;
        if (found) {
            position++;
        }
        return found;
    }

    private void expect(char wanted) {
        if (!take(wanted)) {
            throw failure("expected '" + wanted + "'");
        }
    }

    private @Nullable Object value() {
        return switch (peek()) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private void enter() {
        position++;
        if (++depth > MAX_DEPTH) {
            throw failure("values are nested too deeply");
        }
    }

    private Map<String, @Nullable Object> object() {
        enter();
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        while (!take('}')) {
            if (!members.isEmpty()) {
                expect(',');
            }
            peek();
            String name = string();
            expect(':');
            members.put(name, value());
        }
        depth--;
        return members;
    }

    private List<@Nullable Object> array() {
        enter();
        List<@Nullable Object> elements = new ArrayList<>();
        while (!take(']')) {
            if (!elements.isEmpty()) {
                expect(',');
            }
            elements.add(value());
        }
        depth--;
        return elements;
    }

    private String string() {
        expect('"');
        StringBuilder string = new StringBuilder();
        while (position < text.length()) {
            char c = text.charAt(position++);
            if (c == '"') {
                return string.toString();
            }
            string.append(c == '\\' ? escape() : c);
        }
        throw failure("a string does not end");
    }

    private char escape() {
        char c = position < text.length() ? text.charAt(position++) : 0;
        int plain = "\"\\/".indexOf(c);
        int control = "bfnrt".indexOf(c);
        if (c == 'u') {
            return unicode();
        }
        if (plain < 0 && control < 0) {
            throw failure("unknown escape");
        }
        return plain >= 0 ? c : "\b\f\n\r\t".charAt(control);
    }

    private char unicode() {
        int end = Math.min(position + 4, text.length());
        String digits = text.substring(position, end);
        if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw failure("bad \\u escape");
        }
        position = end;
        return (char) Integer.parseInt(digits, 16);
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, position)) {
            throw failure("expected a value");
        }
        position += word.length();
        return value;
    }

    private BigDecimal number() {
        int start = position;
        while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
        try {
            return new BigDecimal(text.substring(start, position));
        } catch (NumberFormatException e) {
            throw failure("expected a value");
        }
    }
}
