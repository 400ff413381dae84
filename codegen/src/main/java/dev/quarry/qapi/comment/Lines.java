package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.List;

/** Lines, and how far they have been read. */
final class Lines {
    private final List<String> lines;
    private int next;

    Lines(List<String> lines) {
        this.lines = lines;
    }

    static int indent(String line) {
        int n = 0;
        while (n < line.length() && line.charAt(n) == ' ') {
            n++;
        }
        return n;
    }

    /** The lines without the indentation they have in common, and without blank ones at the end. */
    static List<String> dedented(List<String> lines) {
        int common =
                lines.stream().filter(l -> !l.isBlank()).mapToInt(Lines::indent).min().orElse(0);
        List<String> result = new ArrayList<>();
        lines.forEach(l -> result.add(l.isBlank() ? "" : l.substring(common)));
        while (!result.isEmpty() && result.get(result.size() - 1).isEmpty()) {
            result.remove(result.size() - 1);
        }
        return result;
    }

    boolean hasNext() {
        return next < lines.size();
    }

    /** Moves to the next line with text; whether there is one. */
    boolean skipBlank() {
        while (hasNext() && peek().isBlank()) {
            next++;
        }
        return hasNext();
    }

    String peek() {
        return lines.get(next);
    }

    /** The line so many further on; empty past the end. */
    String peek(int ahead) {
        return next + ahead < lines.size() ? lines.get(next + ahead) : "";
    }

    /** The line ahead that is not blank; empty if there is none. */
    String nextWithText() {
        for (int i = next; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                return lines.get(i);
            }
        }
        return "";
    }

    boolean previousIsBlank() {
        return next == 0 || lines.get(next - 1).isBlank();
    }

    String next() {
        return lines.get(next++);
    }

    void skip(int count) {
        next += count;
    }

    /** All indented and blank lines ahead, without the blank ones before the first. */
    List<String> takeIndented() {
        List<String> taken = new ArrayList<>();
        while (hasNext() && (peek().isBlank() || indent(peek()) > 0)) {
            String line = next();
            if (!taken.isEmpty() || !line.isBlank()) {
                taken.add(line);
            }
        }
        return taken;
    }

    List<String> takeRest() {
        List<String> rest = lines.subList(next, lines.size());
        next = lines.size();
        return rest;
    }
}
