package dev.quarry.qapi.comment;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of documentation as blocks: what is common in it of reStructuredText, and what was
 * used before that was the rule. Any text is read; what is no markup is paragraphs.
 */
public final class Markup {
    private static final Pattern EQUALS_HEADING = Pattern.compile("(={1,5}) +(\\S.*)");
    private static final Pattern RULER = Pattern.compile("([=\\-*~^\"#+])\\1{2,}");
    private static final Pattern SIMPLE_TABLE = Pattern.compile("=+( +=+)+");
    private static final Pattern ITEM =
            Pattern.compile("([*-]|[1-9][0-9]{0,2}[.)]|[a-z][.)]) +(?=\\S)");
    private static final Pattern WIDE_GAP = Pattern.compile("\\S {3,}\\S");
    private static final int MAX_DEPTH = 20;
    private static final String HEADING_RULERS = "*=-~^\"#+";

    private final Lines lines;
    private final int depth;
    private final List<Block> blocks = new ArrayList<>();

    private Markup(List<String> lines, int depth) {
        this.lines = new Lines(lines);
        this.depth = depth;
    }

    /** The blocks of a text. */
    public static List<Block> blocks(String text) {
        return blocks(text.lines().toList(), 0);
    }

    static List<Block> blocks(List<String> lines, int depth) {
        List<String> dedented = Lines.dedented(lines);
        if (depth > MAX_DEPTH) {
            return List.of(new Block.Literal(String.join("\n", dedented)));
        }
        return new Markup(dedented, depth).read();
    }

    /** The blocks of a section of examples, in which conversations need no mark. */
    public static List<Block> examples(String text) {
        return new Conversations(text.lines().toList(), 0).blocks();
    }

    private List<Block> read() {
        while (lines.skipBlank()) {
            String line = lines.peek();
            if (Lines.indent(line) > 0) {
                quote();
            } else if (isDirective(line)) {
                blocks.addAll(Directive.read(lines, depth));
            } else if (line.startsWith("=") && SIMPLE_TABLE.matcher(line).matches()) {
                blocks.add(SimpleTable.read(lines));
            } else if (line.startsWith("|")) {
                barred();
            } else if (isMessage(line)) {
                blocks.addAll(new Conversations(lines.takeRest(), depth).blocks());
            } else if (!heading(line) && !items(line)) {
                paragraph();
            }
        }
        return List.copyOf(blocks);
    }

    /** Indented lines; as they are where their words are set in columns. */
    private void quote() {
        List<String> body = Lines.dedented(lines.takeIndented());
        String text = String.join("\n", body).stripTrailing();
        if (text.startsWith("{") || isMessage(body.get(0))) {
            blocks.add(new Block.Example("", text));
        } else if (WIDE_GAP.matcher(text).find()) {
            blocks.add(new Block.Literal(text));
        } else {
            blocks.add(new Block.Quote(blocks(body, depth + 1)));
        }
    }

    private void barred() {
        List<String> body = new ArrayList<>();
        while (lines.hasNext() && lines.peek().startsWith("|")) {
            String line = lines.next().substring(1);
            body.add(line.startsWith(" ") ? line.substring(1) : line);
        }
        blocks.add(new Block.Literal(String.join("\n", body)));
    }

    private boolean heading(String line) {
        String below = lines.peek(1);
        Matcher equals = EQUALS_HEADING.matcher(line);
        if (line.startsWith("=") && equals.matches()) {
            lines.next();
            blocks.add(new Block.Heading(equals.group(1).length(), equals.group(2).strip()));
        } else if (isRuler(line) && !below.isBlank() && lines.peek(2).equals(line)) {
            lines.skip(3);
            blocks.add(new Block.Heading(1, below.strip()));
        } else if (isRuler(below) && below.length() >= line.length()) {
            lines.skip(2);
            blocks.add(new Block.Heading(levelOf(below), line.strip()));
        } else {
            return false;
        }
        return true;
    }

    private static boolean isRuler(String line) {
        return !line.isEmpty()
                && HEADING_RULERS.indexOf(line.charAt(0)) >= 0
                && RULER.matcher(line).matches();
    }

    private static boolean isDirective(String line) {
        return line.startsWith(".. ");
    }

    private static boolean isMessage(String line) {
        return line.startsWith("->") || line.startsWith("<-");
    }

    private static boolean isBullet(String line) {
        boolean marked = line.startsWith("- ") || line.startsWith("* ");
        return marked && !line.substring(2).isBlank();
    }

    private static int levelOf(String ruler) {
        return Math.min(2, HEADING_RULERS.indexOf(ruler.charAt(0)) + 1);
    }

    private boolean items(String line) {
        if (!isItem(line)) {
            return false;
        }
        List<List<Block>> items = new ArrayList<>();
        boolean numbered = !isBullet(line);
        while (lines.skipBlank() && isItem(lines.peek(), numbered)) {
            items.add(item());
        }
        blocks.add(new Block.Items(numbered ? number(line) : 0, items));
        return true;
    }

    private static int number(String line) {
        char c = line.charAt(0);
        return Character.isDigit(c) ? Integer.parseInt(line.split("[.)]", 2)[0]) : c - 'a' + 1;
    }

    private static boolean isItem(String line) {
        char c = line.charAt(0);
        boolean numbered = line.length() > 2 && Character.isLetterOrDigit(c);
        return isBullet(line)
                || (numbered
                        && (Character.isDigit(c) || ".)".indexOf(line.charAt(1)) >= 0)
                        && ITEM.matcher(line).lookingAt());
    }

    private static boolean isItem(String line, boolean numbered) {
        return isItem(line) && numbered != isBullet(line);
    }

    private List<Block> item() {
        String first = lines.next();
        Matcher marker = ITEM.matcher(first);
        int end = marker.lookingAt() ? marker.end() : 0;
        List<String> body = new ArrayList<>();
        while (lines.hasNext() && continuesItem(lines.peek())) {
            body.add(lines.next());
        }
        List<String> item = new ArrayList<>();
        item.add(first.substring(end));
        item.addAll(Lines.dedented(body));
        return blocks(item, depth + 1);
    }

    /** Indented lines belong to an item, and so do others that no blank line parts from it. */
    private boolean continuesItem(String line) {
        if (line.isBlank()) {
            return Lines.indent(lines.nextWithText()) > 0;
        }
        boolean startsOther = isItem(line) || isDirective(line);
        return Lines.indent(line) > 0 || (!lines.previousIsBlank() && !startsOther);
    }

    private void paragraph() {
        List<String> body = new ArrayList<>();
        body.add(lines.next());
        while (lines.hasNext() && continuesParagraph(lines.peek())) {
            body.add(lines.next());
        }
        String text = String.join("\n", body.stream().map(String::strip).toList());
        if (!text.endsWith("::")) {
            blocks.add(new Block.Paragraph(text));
            return;
        }
        String lead = text.substring(0, text.length() - 2).stripTrailing();
        if (!lead.isEmpty()) {
            blocks.add(new Block.Paragraph(lead + ":"));
        }
        List<String> literal = lines.takeIndented();
        if (!literal.isEmpty()) {
            String content = String.join("\n", Lines.dedented(literal)).stripTrailing();
            blocks.add(new Block.Literal(content));
        }
    }

    private static boolean continuesParagraph(String line) {
        return !line.isBlank() && !isBullet(line) && !isMessage(line);
    }
}
