package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds one documentation block from its lines: first the overview, then entries of members, then
 * features, then sections.
 */
final class DocBuilder {
    private static final Set<String> TAGS =
            Set.of(
                    "Returns:",
                    "Since:",
                    "Note:",
                    "Notes:",
                    "Example:",
                    "Examples:",
                    "TODO:",
                    "Errors:");
    private static final String OPTIONAL = "#optional";
    private static final Set<String> ONCE = Set.of("Returns", "Since", "Errors");
    private static final Pattern HEADER = Pattern.compile("\\S*:\\s*");
    private static final Pattern ENTRY_LIKE = Pattern.compile("@\\S+:");

    private enum Part {
        OVERVIEW,
        MEMBERS,
        FEATURES,
        SECTIONS
    }

    private final Location start;
    private final DocRules rules;
    private @Nullable String symbol;
    private final DocText overview = new DocText(null, 0, false);
    private final Map<String, DocText> members = new LinkedHashMap<>();
    private final Map<String, DocText> features = new LinkedHashMap<>();
    private final List<DocText> sections = new ArrayList<>();
    private DocText current = overview;
    private Part part = Part.OVERVIEW;

    DocBuilder(Location start, DocRules rules) {
        this.start = start;
        this.rules = rules;
    }

    Location start() {
        return start;
    }

    boolean hasSymbol() {
        return symbol != null;
    }

    boolean isEmpty() {
        return overview.hasNoLine();
    }

    /** Takes one comment line, with its {@code #}. */
    void line(String comment, Location at) {
        String line = comment.substring(1);
        if (!line.isEmpty() && line.charAt(0) != ' ') {
            rules.report(at, "a space must follow the '#'");
        }
        String text = line.startsWith(" ") ? line.substring(1) : line;
        if (text.isEmpty()) {
            plain(text, at);
        } else if (symbol == null && overview.hasNoLine() && text.startsWith("@")) {
            symbolLine(text, at);
        } else if (symbol == null) {
            plain(text, at);
        } else {
            definitionLine(text, at);
        }
    }

    private void symbolLine(String text, Location at) {
        if (!text.endsWith(":")) {
            rules.report(at, "nothing but ':' may follow the name on this line");
        }
        String name = text.substring(1).split("[:\\s]", 2)[0];
        if (name.isEmpty()) {
            rules.report(at, "a name must follow the '@'");
        }
        symbol = name;
    }

    private void definitionLine(String text, Location at) {
        String word = text.split(" ", 2)[0];
        if (word.startsWith("@") && word.endsWith(":")) {
            entry(word, text, at);
        } else if (TAGS.contains(word)) {
            part = Part.SECTIONS;
            section(word, text, at);
        } else if (text.equals("Features:") && mayBeginFeatures(text)) {
            part = Part.FEATURES;
        } else if (isEntry() && startsParagraph(text)) {
            part = Part.SECTIONS;
            open(new DocText(null, 0, false), at);
            sections.add(current);
            plain(text, at);
        } else {
            plain(text, at);
        }
    }

    private boolean mayBeginFeatures(String text) {
        return part == Part.SECTIONS
                ? rules.acceptsFeaturesLate() && startsParagraph(text)
                : startsParagraph(text);
    }

    private boolean isEntry() {
        return part == Part.MEMBERS || part == Part.FEATURES;
    }

    private boolean startsParagraph(String text) {
        boolean unindented = !Character.isWhitespace(text.charAt(0));
        return part == Part.OVERVIEW || (current.endsBlank() && unindented);
    }

    private void entry(String word, String text, Location at) {
        String name = word.substring(1, word.length() - 1);
        if (part == Part.SECTIONS) {
            rules.report(at, "entry '" + word + "' may not follow a section");
        }
        if (part == Part.OVERVIEW || part == Part.SECTIONS) {
            part = Part.MEMBERS;
        }
        Map<String, DocText> entries = part == Part.FEATURES ? features : members;
        if (name.isEmpty()) {
            rules.report(at, "the name of this entry is missing");
        }
        if (entries.containsKey(name)) {
            rules.report(at, "'" + name + "' is documented twice");
        }
        open(header(name, text), at);
        entries.putIfAbsent(name, current);
        rest(text, at);
    }

    private void section(String word, String text, Location at) {
        String tag = word.substring(0, word.length() - 1);
        if (ONCE.contains(tag) && sections.stream().anyMatch(s -> tag.equals(s.tag()))) {
            rules.report(at, "there is more than one section '" + tag + "'");
        }
        open(header(tag, text), at);
        sections.add(current);
        rest(text, at);
    }

    /** A part whose first words may stand on the line of its header. */
    private static DocText header(String name, String text) {
        int end = headerEnd(text);
        boolean onHeader = end < text.length();
        return new DocText(name, onHeader ? end : 0, onHeader);
    }

    private static int headerEnd(String text) {
        Matcher matcher = HEADER.matcher(text);
        return matcher.lookingAt() ? matcher.end() : 0;
    }

    private void rest(String text, Location at) {
        plain(text.substring(headerEnd(text)), at);
    }

    private void open(DocText next, Location at) {
        closeCurrent(at);
        current = next;
    }

    private void closeCurrent(Location at) {
        if (current != overview && current.isBlank()) {
            rules.report(at, "section '" + current.tag() + "' is empty");
        }
    }

    private void plain(String text, Location at) {
        Matcher matcher = ENTRY_LIKE.matcher(text);
        if (matcher.lookingAt()) {
            rules.report(at, "entry '" + matcher.group() + "' may not stand in free text");
        }
        current.add(text, at, rules);
    }

    /** The block; ends at the given place. */
    DocComment finish(Location end) {
        closeCurrent(end);
        return new DocComment(
                symbol,
                overview.text(),
                texts(members),
                texts(features),
                sections.stream()
                        .map(s -> new DocComment.Section(s.tag(), s.text()))
                        .filter(s -> s.tag() != null || !s.text().isEmpty())
                        .toList(),
                start);
    }

    /** Until 2.8 a mark in the text of a member said that it is optional. */
    private static String withoutMark(String text) {
        return text.startsWith(OPTIONAL) ? text.substring(OPTIONAL.length()).strip() : text;
    }

    private static Map<String, String> texts(Map<String, DocText> entries) {
        Map<String, String> result = new LinkedHashMap<>();
        entries.forEach((name, text) -> result.put(name, withoutMark(text.text())));
        return result;
    }
}
