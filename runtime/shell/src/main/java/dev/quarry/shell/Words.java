package dev.quarry.shell;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text at its blanks; quotes, single or double, keep blanks and are left out. */
final class Words {
    private static final char NONE = 0;

    private final List<String> words = new ArrayList<>();
    private final StringBuilder word = new StringBuilder();
    private boolean begun;
    private char quote = NONE;

    private Words() {}

    /**
     * The words of a text.
     *
     * @throws IllegalArgumentException if a quote is not closed
     */
    static List<String> of(String text) {
        Words words = new Words();
        text.chars().forEach(c -> words.take((char) c));
        return words.end();
    }

    private void take(char c) {
        if (quote == NONE && Character.isWhitespace(c)) {
            finish();
        } else if (quote == NONE && (c == '"' || c == '\'')) {
            quote = c;
            begun = true;
        } else if (c == quote) {
            quote = NONE;
        } else {
            word.append(c);
            begun = true;
        }
    }

    private void finish() {
        if (begun) {
            words.add(word.toString());
            word.setLength(0);
            begun = false;
        }
    }

    private List<String> end() {
        if (quote != NONE) {
            throw new IllegalArgumentException("a closing " + quote + " is missing");
        }
        finish();
        return words;
    }
}
