package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Location;

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
        Location start = tokens.token().location();
        if (!tokens.token().text().equals("##")) {
            rules.report(start, "only '##' may open a documentation block, nothing after it");
        }
        List<DocComment> blocks = new ArrayList<>();
        DocBuilder builder = new DocBuilder(start, rules);
        tokens.advanceToComment();
        while (tokens.token().is(Token.Kind.COMMENT)) {
            Token line = tokens.token();
            if (line.text().startsWith("##")) {
                blocks.add(close(builder, line));
                return blocks;
            }
            if (line.text().startsWith("# =")) {
                builder = heading(builder, blocks, line);
            }
            builder.line(line.text(), line.location());
            tokens.advanceToComment();
        }
        rules.report(tokens.token().location(), "the documentation block does not end with '##'");
        blocks.add(builder.finish(tokens.token().location()));
        return blocks;
    }

    private DocComment close(DocBuilder builder, Token line) {
        if (!line.text().equals("##")) {
            rules.report(line.location(), "only '##' may close a documentation block");
        }
        DocComment comment = builder.finish(line.location());
        tokens.advance();
        return comment;
    }

    private DocBuilder heading(DocBuilder builder, List<DocComment> blocks, Token line) {
        if (builder.hasSymbol()) {
            rules.report(
                    line.location(), "a heading may not stand in a definition's documentation");
            return builder;
        }
        if (builder.isEmpty()) {
            return builder;
        }
        blocks.add(builder.finish(line.location()));
        return new DocBuilder(builder.start(), rules);
    }
}
