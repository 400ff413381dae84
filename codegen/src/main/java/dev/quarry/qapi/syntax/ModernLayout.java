package dev.quarry.qapi.syntax;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocRules.Rule;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The layout of 9.0 and later: what is neither an entry nor a section is a paragraph; text that
 * belongs to a header is indented, and a line that is not ends it.
 */
final class ModernLayout implements DocLayout {
    private static final Pattern ENTRY = Pattern.compile("@([^:]*): *");
    private static final Pattern TAG =
            Pattern.compile("(Returns|Errors|Since|Notes?|Examples?|TODO):(?!:) *");

    private enum Inside {
        /** Nothing: the next line opens something. */
        NOTHING,
        /** A paragraph, until a blank line. */
        PARAGRAPH,
        /** Text below a header, until a line that is not indented. */
        HEADED
    }

    private final DocBuilder block;
    private final DocRules rules;
    private Inside inside = Inside.NOTHING;
    private boolean entriesAreFeatures;
    private boolean featuresExpected;
    private boolean featuresSeen;
    private boolean membersOver;

    ModernLayout(DocBuilder block, DocRules rules) {
        this.block = block;
        this.rules = rules;
    }

    @Override
    public void line(String text, Location at) {
        if (text.isBlank()) {
            block.plain("", at);
            inside = inside == Inside.PARAGRAPH ? Inside.NOTHING : inside;
        } else if (inside == Inside.PARAGRAPH || belongsToHeader(text)) {
            block.plain(text, at);
        } else {
            opening(text, at);
        }
    }

    private boolean belongsToHeader(String text) {
        if (inside != Inside.HEADED) {
            return false;
        }
        int spaces = DocText.leadingSpaces(text);
        int indent = block.current().indent();
        if (indent < 0) {
            return spaces > 0;
        }
        return spaces >= indent
                || (!ENTRY.matcher(text).lookingAt() && !block.current().lastIsBlank());
    }

    private void opening(String text, Location at) {
        boolean afterEntry = inside == Inside.HEADED;
        Matcher entry = ENTRY.matcher(text);
        Matcher tag = TAG.matcher(text);
        if (entry.lookingAt()) {
            entry(entry, afterEntry, text, at);
            return;
        }
        finish(at);
        entriesAreFeatures = false;
        if (text.equals("Features:")) {
            features(text, at);
        } else if (tag.lookingAt()) {
            membersOver = true;
            inside = Inside.HEADED;
            DocKind kind = DocKind.ofTag(tag.group(1)).orElseThrow();
            block.openSection(kind, tag.group(), text.substring(tag.end()), at);
        } else {
            paragraph(text, at);
        }
    }

    private void entry(Matcher entry, boolean afterEntry, String text, Location at) {
        boolean isFeature = entriesAreFeatures && (featuresExpected || afterEntry);
        boolean continues = afterEntry && block.current().kind() == DocKind.MEMBER;
        if (!isFeature && membersOver && !continues) {
            rules.report(
                    Rule.SHAPE,
                    at,
                    "entry '" + entry.group().strip() + "' may not follow a section");
        }
        featuresExpected = false;
        membersOver = true;
        inside = Inside.HEADED;
        DocKind kind = isFeature ? DocKind.FEATURE : DocKind.MEMBER;
        block.openEntry(kind, entry.group(), text.substring(entry.end()), at);
    }

    private void features(String text, Location at) {
        if (featuresSeen) {
            rules.report(Rule.SHAPE, at, "there is more than one 'Features:'");
        }
        featuresSeen = true;
        featuresExpected = true;
        entriesAreFeatures = true;
        inside = Inside.NOTHING;
        block.pend(text);
    }

    private void paragraph(String text, Location at) {
        if (rules.isHeading("# " + text)) {
            rules.report(Rule.SHAPE, at, "a heading may not stand in a definition's documentation");
        }
        if (block.current().kind() != DocKind.TEXT) {
            block.openPlain(at);
        }
        inside = Inside.PARAGRAPH;
        block.plain(text, at);
    }

    /** A features line must be followed by features. */
    @Override
    public void finish(Location end) {
        if (featuresExpected) {
            rules.report(Rule.SHAPE, end, "no feature follows 'Features:'");
            featuresExpected = false;
        }
    }
}
