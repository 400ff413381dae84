package dev.quarry.qapi.java;

import dev.quarry.qapi.comment.Block;
import dev.quarry.qapi.comment.Span;
import dev.quarry.qapi.comment.Spans;

import java.util.List;
import java.util.Locale;

/** Documentation's blocks as the HTML of javadoc, the first paragraph without a tag. */
final class JavadocBlocks {
    private final StringBuilder out = new StringBuilder();

    /** Adds text after the words that lead to it, such as a section's name; either may be empty. */
    JavadocBlocks add(String lead, List<Block> blocks) {
        List<Block> rest = blocks;
        if (!lead.isEmpty()) {
            boolean flows = !blocks.isEmpty() && blocks.get(0) instanceof Block.Paragraph;
            String first = flows ? " " + spans(((Block.Paragraph) blocks.get(0)).text()) : "";
            paragraph("<b>" + JavadocText.escape(lead) + ":</b>" + first);
            rest = flows ? blocks.subList(1, blocks.size()) : blocks;
        }
        rest.forEach(this::block);
        return this;
    }

    private void block(Block block) {
        if (block instanceof Block.Paragraph paragraph) {
            paragraph(spans(paragraph.text()));
        } else if (block instanceof Block.Heading heading) {
            paragraph("<b>" + spans(heading.text()) + "</b>");
        } else if (block instanceof Block.Items items) {
            items(items);
        } else if (block instanceof Block.Quote quote) {
            quote.blocks().forEach(this::block);
        } else if (block instanceof Block.Literal literal) {
            preformatted(literal.text());
        } else if (block instanceof Block.Example example) {
            add(example.title(), List.of());
            preformatted(example.text());
        } else if (block instanceof Block.AnnotatedExample example) {
            add(example.title(), example.blocks());
        } else if (block instanceof Block.Admonition admonition) {
            String kind = admonition.kind();
            String capital = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
            add(admonition.title().isEmpty() ? capital : admonition.title(), admonition.blocks());
        } else if (block instanceof Block.Table table) {
            table.rows().forEach(row -> paragraph(spans(String.join(" | ", row))));
        }
    }

    private void paragraph(String html) {
        out.append(out.isEmpty() ? "" : "\n\n<p>").append(html);
    }

    private void items(Block.Items items) {
        String tag = items.first() == 0 ? "ul" : "ol";
        separate().append('<').append(tag).append('>');
        for (List<Block> item : items.items()) {
            out.append("\n  <li>").append(new JavadocBlocks().add("", item));
        }
        out.append("\n</").append(tag).append('>');
    }

    private void preformatted(String text) {
        separate().append("<pre>\n").append(JavadocText.escape(text)).append("\n</pre>");
    }

    private StringBuilder separate() {
        return out.append(out.isEmpty() ? "" : "\n\n");
    }

    private static String spans(String text) {
        StringBuilder html = new StringBuilder();
        for (Span span : Spans.of(text)) {
            String words = JavadocText.escape(span.text());
            if (span instanceof Span.Plain || span instanceof Span.Url) {
                html.append(words);
            } else if (span instanceof Span.Emphasis) {
                html.append("<em>").append(words).append("</em>");
            } else if (span instanceof Span.Strong) {
                html.append("<b>").append(words).append("</b>");
            } else {
                html.append("<code>").append(words).append("</code>");
            }
        }
        return html.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
