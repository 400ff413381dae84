package dev.quarry.qapi.comment;

import java.util.List;

/** A piece of documentation's text. Texts of one line or more are marked up; see {@link Span}. */
public sealed interface Block {
    /** Lines that flow. */
    record Paragraph(String text) implements Block {}

    /**
     * A heading.
     *
     * @param level from 1
     */
    record Heading(int level, String text) implements Block {}

    /**
     * A list.
     *
     * @param first the number of the first item; 0 where items are not numbered
     */
    record Items(int first, List<List<Block>> items) implements Block {
        public Items {
            items = List.copyOf(items);
        }
    }

    /** Indented paragraphs. */
    record Quote(List<Block> blocks) implements Block {
        public Quote {
            blocks = List.copyOf(blocks);
        }
    }

    /** Text that stays as it is. */
    record Literal(String text) implements Block {}

    /**
     * A conversation: lines that begin with {@code ->} go to the server, with {@code <-} come from
     * it.
     *
     * @param title empty where it has none
     */
    record Example(String title, String text) implements Block {}

    /** An example with text between its conversations. */
    record AnnotatedExample(String title, List<Block> blocks) implements Block {
        public AnnotatedExample {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * Something set apart.
     *
     * @param kind such as {@code note}, {@code caution}
     * @param title empty where it has none
     */
    record Admonition(String kind, String title, List<Block> blocks) implements Block {
        public Admonition {
            blocks = List.copyOf(blocks);
        }
    }

    /**
     * A table of equally long rows.
     *
     * @param header how many rows are the head
     */
    record Table(int header, List<List<String>> rows) implements Block {
        public Table {
            rows = List.copyOf(rows);
        }
    }
}
