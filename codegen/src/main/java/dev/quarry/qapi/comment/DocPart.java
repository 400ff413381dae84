package dev.quarry.qapi.comment;

import java.util.List;

/**
 * A part of a documentation comment. Header and text together are all that was written.
 *
 * @param name the member or feature it is about, or the tag without its colon; empty for plain text
 * @param header the words that open it, as written, such as {@code @size:}; empty for plain text
 * @param text what follows, without the indentation its lines have in common; may be empty
 * @param line the line of the file on which it begins, from 1
 */
public record DocPart(DocKind kind, String name, String header, String text, int line) {

    /** The text as paragraphs, lists, examples and so on. */
    public List<Block> blocks() {
        return kind == DocKind.EXAMPLE ? Markup.examples(text) : Markup.blocks(text);
    }

    /** What was written, but for line ends and indentation. */
    public String written() {
        return (header + " " + text).strip();
    }
}
