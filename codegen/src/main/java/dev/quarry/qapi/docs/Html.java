package dev.quarry.qapi.docs;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes HTML. Every text and every attribute's value is escaped; tags and attributes' names are
 * constants of this package.
 */
final class Html {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /**
     * Opens an element.
     *
     * @param attributes names and values in turn
     */
    Html open(String tag, String... attributes) {
        tag(tag, attributes);
        open.push(tag);
        return this;
    }

    /** An element that has no contents. */
    Html empty(String tag, String... attributes) {
        tag(tag, attributes);
        return this;
    }

    /** An element with text. */
    Html element(String tag, String text, String... attributes) {
        return open(tag, attributes).text(text).close();
    }

    private void tag(String tag, String... attributes) {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            escape(attributes[i + 1]);
            out.append('"');
        }
        out.append('>');
    }

    Html text(String text) {
        escape(text);
        return this;
    }

    /** A name that may be broken where a word in it begins. */
    Html name(String name) {
        for (int i = 0; i < name.length(); i++) {
            boolean capital = i > 0 && Character.isUpperCase(name.charAt(i));
            if (capital && Character.isLowerCase(name.charAt(i - 1))) {
                out.append("<wbr>");
            }
            escape(name.substring(i, i + 1));
        }
        return this;
    }

    /** Ends the element opened last. */
    Html close() {
        out.append("</").append(open.pop()).append('>');
        return this;
    }

    /** A line end in the source, where it makes no difference to what is seen. */
    Html line() {
        out.append('\n');
        return this;
    }

    private void escape(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.append(c < ' ' && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
    }

    @Override
    public String toString() {
        return Manual.MARK + "\n" + out;
    }
}
