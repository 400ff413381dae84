package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocRules.Rule;

import java.util.ArrayList;
import java.util.List;

/** Reads documentation blocks, each from its opening to its closing {@code ##} line. */
final class DocReader {
    private final ValueParser tokens;
    private final DocRules rules;

    DocReader(ValueParser tokens, DocRules rules) {
        this.tokens = tokens;
        this.rules = rules;
    }

    /** Reads the block whose opening line is ahead; a heading in free text begins another one. */
    List<DocComment> block() {
        Token opening = tokens.token();
        Location start = opening.location();
        List<DocComment> blocks = new ArrayList<>();
        List<Token> before = rules.takesLooseComments() ? tokens.passedComments() : List.of();
        DocBuilder builder = new DocBuilder(start, rules);
        if (!opening.text().equals("##")) {
            rules.report(
                    Rule.SHAPE,
                    start,
                    "only '##' may open a documentation block, nothing after it");
            builder.line(opening.text().substring(1), start);
        }
        tokens.advanceToComment();
        while (tokens.token().is(Token.Kind.COMMENT)) {
            Token line = tokens.token();
            if (line.text().startsWith("##")) {
                blocks.add(close(builder, line));
                return blocks;
            }
            builder = line(builder, blocks, line);
            tokens.advanceToComment();
        }
        rules.report(
                Rule.SHAPE,
                tokens.token().location(),
                "the documentation block does not end with '##'");
        if (builder.isEmpty()) {
            builder = unopened(before, start);
        }
        blocks.add(builder.finish(tokens.token().location()));
        return blocks;
    }

    private DocBuilder line(DocBuilder builder, List<DocComment> blocks, Token line) {
        DocBuilder target = rules.isHeading(line.text()) ? heading(builder, blocks, line) : builder;
        target.line(line.text(), line.location());
        return target;
    }

    /** Before 2.9 some blocks lacked the opening line; what seemed to be one closed them. */
    private DocBuilder unopened(List<Token> lines, Location closing) {
        int first = lines.size();
        while (first > 0
                && lines.get(first - 1).location().line()
                        == closing.line() - (lines.size() - first) - 1) {
            first--;
        }
        List<Token> adjacent = lines.subList(first, lines.size());
        DocBuilder builder =
                new DocBuilder(adjacent.isEmpty() ? closing : adjacent.get(0).location(), rules);
        adjacent.forEach(t -> builder.line(t.text(), t.location()));
        return builder;
    }

    private DocComment close(DocBuilder builder, Token line) {
        if (!line.text().equals("##")) {
            rules.report(Rule.SHAPE, line.location(), "only '##' may close a documentation block");
            builder.line(line.text().substring(1), line.location());
        }
        DocComment comment = builder.finish(line.location());
        tokens.advance();
        return comment;
    }

    private DocBuilder heading(DocBuilder builder, List<DocComment> blocks, Token line) {
        if (builder.hasSymbol()) {
            rules.report(
                    Rule.SHAPE,
                    line.location(),
                    "a heading may not stand in a definition's documentation");
            return builder;
        }
        if (builder.isEmpty()) {
            return builder;
        }
        if (rules.isModern()) {
            rules.report(Rule.SHAPE, line.location(), "a heading must come first in its comment");
        }
        blocks.add(builder.finish(line.location()));
        return new DocBuilder(builder.start(), rules);
    }
}
