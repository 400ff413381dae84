package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocRules.Rule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules for single lines of documentation, outside of literal text. */
final class DocLineRules {
    private static final int COLUMNS = 70;
    private static final int PREFIX = "# ".length();
    private static final Pattern URL = Pattern.compile(" *(https?|ftp)://\\S+");
    private static final Pattern NEXT_SENTENCE = Pattern.compile("[.!?] [A-Z0-9(]");
    private static final Pattern NO_SENTENCE = Pattern.compile(" *\\d+|.*\\be\\.g");

    private final DocRules rules;
    private int literalBelow = -1;

    DocLineRules(DocRules rules) {
        this.rules = rules;
    }

    /**
     * Checks a line.
     *
     * @param text the line without {@code #} and the space after it
     * @param example whether it belongs to a tagged section of examples
     */
    void check(String text, boolean example, Location at) {
        if (text.isBlank()) {
            return;
        }
        int spaces = DocText.leadingSpaces(text);
        if (literalBelow >= 0 && spaces <= literalBelow) {
            literalBelow = -1;
        }
        if (literalBelow < 0 && !example) {
            length(text, at);
            sentences(text, at);
        }
        if (literalBelow < 0 && text.endsWith("::")) {
            literalBelow = spaces;
        }
    }

    private void length(String text, Location at) {
        if (text.length() + PREFIX > COLUMNS && !URL.matcher(text).matches()) {
            rules.report(
                    Rule.LINES, at, "a line of documentation has at most " + COLUMNS + " columns");
        }
    }

    private void sentences(String text, Location at) {
        Matcher matcher = NEXT_SENTENCE.matcher(text);
        while (matcher.find()) {
            if (!NO_SENTENCE.matcher(text.substring(0, matcher.start())).matches()) {
                Location place =
                        new Location(
                                at.file(), at.line(), at.column() + PREFIX + matcher.start() + 1);
                rules.report(Rule.LINES, place, "two spaces must stand between sentences");
                return;
            }
        }
    }
}
