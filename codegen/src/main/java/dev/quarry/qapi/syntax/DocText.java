package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The lines of one part of a documentation block. */
final class DocText {
    private final @Nullable String tag;
    private final int indent;
    private final boolean startsOnHeader;
    private final List<String> lines = new ArrayList<>();

    /**
     * @param tag the part's name, or null
     * @param indent the columns that further lines must be indented by
     * @param startsOnHeader whether the first line is the rest of the header's line
     */
    DocText(@Nullable String tag, int indent, boolean startsOnHeader) {
        this.tag = tag;
        this.indent = indent;
        this.startsOnHeader = startsOnHeader;
    }

    @Nullable String tag() {
        return tag;
    }

    void add(String line, Location at, DocRules rules) {
        boolean first = startsOnHeader && lines.isEmpty();
        if (!first && !line.isEmpty() && leadingSpaces(line) < indent) {
            rules.report(
                    DocRules.Rule.INDENTATION,
                    at,
                    "this line must be indented by at least " + indent + " spaces");
        }
        lines.add(line.stripTrailing());
    }

    boolean isBlank() {
        return lines.stream().allMatch(String::isBlank);
    }

    boolean hasNoLine() {
        return lines.isEmpty();
    }

    /** Whether a blank line came last, after text. */
    boolean endsBlank() {
        return lines.size() > 1 && lines.get(lines.size() - 1).isEmpty();
    }

    /** The text, without the indentation its lines have in common. */
    String text() {
        int from = startsOnHeader ? 1 : 0;
        int common =
                lines.stream()
                        .skip(from)
                        .filter(l -> !l.isBlank())
                        .mapToInt(DocText::leadingSpaces)
                        .min()
                        .orElse(0);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            text.append(i < from ? line.strip() : line.substring(Math.min(common, line.length())));
            text.append('\n');
        }
        return text.toString().strip();
    }

    private static int leadingSpaces(String line) {
        int n = 0;
        while (n < line.length() && Character.isWhitespace(line.charAt(n))) {
            n++;
        }
        return n;
    }
}
