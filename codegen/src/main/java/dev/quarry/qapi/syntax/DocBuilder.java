package dev.quarry.qapi.syntax;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocRules.Rule;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds one documentation block from its lines. Which line opens a part is up to the layout of the
 * release; this class keeps the parts, in order, and the rules that all layouts share.
 */
final class DocBuilder {
    private static final Pattern SYMBOL = Pattern.compile("(?s)@([^:\\s]*)(:?)(.*)");
    private static final Pattern LOOSE_SYMBOL = Pattern.compile("([A-Za-z][\\w.-]*)(:)()");
    private static final Pattern ENTRY_LIKE = Pattern.compile("@\\S+:");

    private final Location start;
    private final DocRules rules;
    private final DocLineRules lineRules;
    private final DocLayout layout;
    private final List<DocText> parts = new ArrayList<>();
    private @Nullable String symbol;
    private String header = "";
    private String pending = "";
    private DocText current;

    DocBuilder(Location start, DocRules rules) {
        this.start = start;
        this.rules = rules;
        this.lineRules = new DocLineRules(rules);
        this.layout =
                rules.isModern() ? new ModernLayout(this, rules) : new ClassicLayout(this, rules);
        this.current = DocText.plain(start);
        parts.add(current);
    }

    Location start() {
        return start;
    }

    boolean hasSymbol() {
        return symbol != null;
    }

    boolean isEmpty() {
        return symbol == null && parts.stream().allMatch(DocText::hasNoLine);
    }

    /** The part that lines go into. */
    DocText current() {
        return current;
    }

    /** Takes one comment line, with its {@code #}. */
    void line(String comment, Location at) {
        String line = comment.substring(1);
        if (!line.isEmpty() && line.charAt(0) != ' ') {
            rules.report(Rule.SHAPE, at, "a space must follow the '#'");
        }
        String text = line.startsWith(" ") ? line.substring(1) : line;
        boolean mayBeSymbol = symbol == null && isEmpty();
        if (mayBeSymbol && text.startsWith("@")) {
            symbol(SYMBOL.matcher(text), text, at);
        } else if (mayBeSymbol
                && rules.takesLooseComments()
                && LOOSE_SYMBOL.matcher(text).matches()) {
            symbol(LOOSE_SYMBOL.matcher(text), text, at);
        } else if (symbol == null) {
            plain(text, at);
        } else {
            layout.line(text, at);
        }
        lineRules.check(text, current.kind() == DocKind.EXAMPLE, at);
    }

    private void symbol(Matcher matcher, String text, Location at) {
        if (!matcher.matches()) {
            throw new IllegalStateException("no symbol: " + text);
        }
        if (matcher.group(2).isEmpty() || !matcher.group(3).isEmpty() || text.charAt(0) != '@') {
            rules.report(Rule.SHAPE, at, "this line must be '@', a name, ':', and nothing else");
        }
        String name = matcher.group(1);
        if (name.isEmpty()) {
            rules.report(Rule.SHAPE, at, "a name must follow the '@'");
        }
        symbol = name;
        header = text.substring(0, matcher.start(3));
        if (!matcher.group(3).isBlank()) {
            plain(matcher.group(3).strip(), at);
        }
    }

    /** Adds a line to the part that is open. */
    void plain(String text, Location at) {
        Matcher matcher = ENTRY_LIKE.matcher(text);
        boolean maybe = !rules.isModern() || symbol == null;
        if (maybe && matcher.lookingAt()) {
            rules.report(
                    Rule.SHAPE, at, "entry '" + matcher.group() + "' may not stand in free text");
        }
        if (!pending.isEmpty() && !text.isBlank()) {
            open(DocText.plain(at), at);
        }
        current.add(text, at, rules);
    }

    /** A line that belongs to the header of whatever comes next. */
    void pend(String line) {
        pending = pending.isEmpty() ? line : pending + " " + line;
    }

    /** Opens text without a header. */
    void openPlain(Location at) {
        open(DocText.plain(at), at);
    }

    /**
     * Opens the part of a member or feature.
     *
     * @param header {@code @name:} with the space after it
     */
    void openEntry(DocKind kind, String header, String text, Location at) {
        String name = header.strip().substring(1, header.strip().length() - 1);
        if (name.isBlank()) {
            rules.report(Rule.SHAPE, at, "the name of this entry is missing");
        }
        if (parts.stream().anyMatch(p -> p.kind() == kind && p.name().equals(name))) {
            rules.report(Rule.SHAPE, at, "'" + name + "' is documented twice");
        }
        open(kind, name, header, text, at);
    }

    /**
     * Opens a section.
     *
     * @param header the tag, its colon, and the space after it
     */
    void openSection(DocKind kind, String header, String text, Location at) {
        String tag = header.strip().substring(0, header.strip().length() - 1);
        if (kind.isSingle() && parts.stream().anyMatch(p -> p.kind() == kind)) {
            rules.report(Rule.SHAPE, at, "there is more than one section '" + tag + "'");
        }
        if (kind == DocKind.NOTE || kind == DocKind.EXAMPLE) {
            String directive = kind == DocKind.NOTE ? ".. note::" : ".. qmp-example::";
            rules.report(Rule.DIRECTIVES, at, "'" + tag + ":' is no more; use '" + directive + "'");
        }
        open(kind, tag, header, text, at);
    }

    private void open(DocKind kind, String name, String header, String text, Location at) {
        int column = text.isEmpty() ? 0 : header.length();
        String all = pending.isEmpty() ? header.strip() : pending + " " + header.strip();
        pending = "";
        open(new DocText(kind, name, all, column, at), at);
        plain(text, at);
    }

    private void open(DocText next, Location at) {
        closeCurrent(at);
        if (!pending.isEmpty()) {
            parts.add(new DocText(DocKind.TEXT, "", pending, 0, at));
            pending = "";
        }
        current = next;
        parts.add(current);
    }

    private void closeCurrent(Location at) {
        if (current.kind() != DocKind.TEXT && current.isBlank()) {
            rules.report(Rule.SHAPE, at, "section '" + current.name() + "' is empty");
        }
    }

    /** The block; ends at the given place. */
    DocComment finish(Location end) {
        layout.finish(end);
        if (!pending.isEmpty()) {
            openPlain(end);
        }
        closeCurrent(end);
        List<DocPart> written =
                parts.stream().map(DocText::part).filter(p -> !p.written().isEmpty()).toList();
        return new DocComment(symbol, header, written, start);
    }
}
