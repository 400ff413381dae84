package dev.quarry.qapi.syntax;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.source.Location;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines of one part of a documentation block, while it is being read. */
final class DocText {
    /** Until 2.8 a mark in the text of a member said that it is optional. */
    private static final Pattern OPTIONAL = Pattern.compile("#optional[,;:.]?(?!\\S)");

    private final DocKind kind;
    private final String name;
    private final String header;
    private final Location start;
    private final int column;
    private final List<String> lines = new ArrayList<>();
    private int indent = -1;

    /**
     * @param header the words that open the part, as written
     * @param column the column of the first words where they stand on the header's line, else 0
     */
    DocText(DocKind kind, String name, String header, int column, Location start) {
        this.kind = kind;
        this.name = name;
        this.header = header;
        this.column = column;
        this.start = start;
    }

    /** Text without a header. */
    static DocText plain(Location start) {
        return new DocText(DocKind.TEXT, "", "", 0, start);
    }

    DocKind kind() {
        return kind;
    }

    String name() {
        return name;
    }

    void add(String line, Location at, DocRules rules) {
        boolean first = column > 0 && lines.isEmpty();
        if (!first && !line.isBlank()) {
            checkIndentation(leadingSpaces(line), at, rules);
        }
        lines.add(line.stripTrailing());
    }

    private void checkIndentation(int spaces, Location at, DocRules rules) {
        if (spaces < column) {
            rules.report(DocRules.Rule.COLUMN_OF_HEADER, at, tooFarLeft(column));
        }
        if (spaces < indent && kind != DocKind.TEXT) {
            rules.report(DocRules.Rule.COLUMN_OF_TEXT, at, tooFarLeft(indent));
        }
        if (indent < 0) {
            indent = spaces;
        }
    }

    private static String tooFarLeft(int spaces) {
        return "this line must be indented by at least " + spaces + " spaces";
    }

    /** The indentation of the first line below the header; -1 before there is one. */
    int indent() {
        return indent;
    }

    boolean isBlank() {
        return lines.stream().allMatch(String::isBlank);
    }

    boolean hasNoLine() {
        return lines.isEmpty();
    }

    /** Whether a blank line came last, after text. */
    boolean endsBlank() {
        return lines.size() > 1 && lastIsBlank();
    }

    /** Whether a blank line came last. */
    boolean lastIsBlank() {
        return !lines.isEmpty() && lines.get(lines.size() - 1).isEmpty();
    }

    /** The part; the old mark of optional members is taken as belonging to the header. */
    DocPart part() {
        String text = text();
        Matcher mark = OPTIONAL.matcher(text);
        boolean marked = kind == DocKind.MEMBER && mark.lookingAt();
        return new DocPart(
                kind,
                name,
                marked ? header + " " + mark.group() : header,
                marked ? text.substring(mark.end()).strip() : text,
                start.line());
    }

    /** The text, without the indentation its lines have in common. */
    private String text() {
        int from = column > 0 ? 1 : 0;
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
        return withoutBlankEnds(text.toString());
    }

    /** Cuts blank lines off; the first line keeps its indentation, which markup may need. */
    private static String withoutBlankEnds(String text) {
        String cut = text.stripTrailing();
        int start = 0;
        for (int i = 0; i < cut.length() && Character.isWhitespace(cut.charAt(i)); i++) {
            start = cut.charAt(i) == '\n' ? i + 1 : start;
        }
        return cut.substring(start);
    }

    static int leadingSpaces(String line) {
        int n = 0;
        while (n < line.length() && Character.isWhitespace(line.charAt(n))) {
            n++;
        }
        return n;
    }
}
