package dev.quarry.qapi.syntax;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocRules.Rule;

import java.util.Optional;

/**
 * The layout of 2.9 to 8.2: first the overview, then entries of members, then features, then
 * sections; a tag opens one wherever it stands first on a line. Read tolerantly, it takes the
 * layouts of every release.
 */
final class ClassicLayout implements DocLayout {

    private enum Stage {
        OVERVIEW,
        MEMBERS,
        FEATURES,
        SECTIONS
    }

    private final DocBuilder block;
    private final DocRules rules;
    private Stage stage = Stage.OVERVIEW;

    ClassicLayout(DocBuilder block, DocRules rules) {
        this.block = block;
        this.rules = rules;
    }

    @Override
    public void line(String text, Location at) {
        String word = text.split(" ", 2)[0];
        Optional<DocKind> tagged = tagged(word);
        if (word.startsWith("@") && word.endsWith(":")) {
            entry(word, text, at);
        } else if (tagged.isPresent()) {
            stage = Stage.SECTIONS;
            int end = headerEnd(word, text);
            block.openSection(tagged.get(), text.substring(0, end), text.substring(end), at);
        } else if (text.equals("Features:") && mayBeginFeatures(text)) {
            stage = Stage.FEATURES;
            block.pend(text);
        } else if (startsParagraph(text) && endsPart(text)) {
            stage = isEntry() ? Stage.SECTIONS : stage;
            block.openPlain(at);
            block.plain(text, at);
        } else {
            block.plain(text, at);
        }
    }

    private static Optional<DocKind> tagged(String word) {
        return word.endsWith(":") && !word.endsWith("::")
                ? DocKind.ofTag(word.substring(0, word.length() - 1))
                : Optional.empty();
    }

    private boolean mayBeginFeatures(String text) {
        return stage == Stage.SECTIONS
                ? rules.acceptsFeaturesLate() && startsParagraph(text)
                : startsParagraph(text);
    }

    private boolean isEntry() {
        return stage == Stage.MEMBERS || stage == Stage.FEATURES;
    }

    /**
     * Whether a paragraph that is not indented belongs to no part any more. Sections went on until
     * the next one, before 9.0; that what follows is of another kind shows by its indentation.
     */
    private boolean endsPart(String text) {
        DocText current = block.current();
        return switch (current.kind()) {
            case TEXT -> false;
            case MEMBER, FEATURE, SINCE -> true;
            case RETURNS, ERRORS, TODO -> current.indent() > 0 || text.startsWith(".. ");
            case NOTE, EXAMPLE -> text.startsWith(".. ");
        };
    }

    private boolean startsParagraph(String text) {
        boolean unindented = !text.isEmpty() && !Character.isWhitespace(text.charAt(0));
        return stage == Stage.OVERVIEW || (block.current().endsBlank() && unindented);
    }

    private void entry(String word, String text, Location at) {
        if (stage == Stage.SECTIONS) {
            rules.report(Rule.SHAPE, at, "entry '" + word + "' may not follow a section");
        }
        if (stage != Stage.FEATURES) {
            stage = Stage.MEMBERS;
        }
        DocKind kind = stage == Stage.FEATURES ? DocKind.FEATURE : DocKind.MEMBER;
        int end = headerEnd(word, text);
        block.openEntry(kind, text.substring(0, end), text.substring(end), at);
    }

    /** Where the text behind the first word begins. */
    private static int headerEnd(String word, String text) {
        int end = word.length();
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        return end;
    }
}
