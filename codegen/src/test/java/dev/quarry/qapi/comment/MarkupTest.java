package dev.quarry.qapi.comment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.quarry.qapi.comment.Block.Example;
import dev.quarry.qapi.comment.Block.Heading;
import dev.quarry.qapi.comment.Block.Items;
import dev.quarry.qapi.comment.Block.Literal;
import dev.quarry.qapi.comment.Block.Paragraph;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

/** Text as blocks, and lines as spans. */
class MarkupTest {
    private static List<Block> blocks(String... lines) {
        return Markup.blocks(String.join("\n", lines));
    }

    @Test
    void blankLinesPartParagraphs() {
        assertEquals(
                List.of(new Paragraph("one\nline"), new Paragraph("two")),
                blocks("one", "line", "", "", "two"));
    }

    @Test
    void headingsOfBothAges() {
        assertEquals(List.of(new Heading(1, "Title")), blocks("= Title"));
        assertEquals(List.of(new Heading(2, "Sub")), blocks("== Sub"));
        assertEquals(List.of(new Heading(1, "Title")), blocks("*****", "Title", "*****"));
        assertEquals(List.of(new Heading(2, "Sub")), blocks("Sub", "==="));
        assertEquals(List.of(new Paragraph("1 = 2")), blocks("1 = 2"));
    }

    @Test
    void listsNestAndGoOnOverBlankLines() {
        Items inner = new Items(0, List.of(List.of(new Paragraph("inner"))));
        assertEquals(
                List.of(
                        new Items(
                                0,
                                List.of(
                                        List.of(new Paragraph("one\nmore"), inner),
                                        List.of(new Paragraph("two")))),
                        new Paragraph("after")),
                blocks("- one", "  more", "", "  - inner", "", "- two", "", "after"));
    }

    @Test
    void numbersOfListsStay() {
        assertEquals(
                List.of(new Items(3, List.of(List.of(new Paragraph("third"))))),
                blocks("3. third"));
    }

    @Test
    void twoColonsOpenLiteralText() {
        assertEquals(
                List.of(new Paragraph("Like:"), new Literal("a\n\n  b"), new Paragraph("end")),
                blocks("Like::", "", "  a", "", "    b", "", "end"));
        assertEquals(List.of(new Literal("a")), blocks("::", "", " a"));
        assertEquals(List.of(new Literal("-> a\n<- b")), blocks("| -> a", "| <- b"));
    }

    @Test
    void columnsOfIndentedTextStay() {
        assertEquals(
                List.of(new Paragraph("See"), new Literal("a    b\nc    d")),
                blocks("See", "", "   a    b", "   c    d"));
    }

    @Test
    void directivesHaveArgumentsOptionsAndContents() {
        assertEquals(
                List.of(
                        new Block.Admonition("note", "", List.of(new Paragraph("one\ntwo"))),
                        new Example("Named", "-> { }\n<- { }")),
                blocks(
                        ".. note:: one",
                        "   two",
                        "",
                        ".. qmp-example::",
                        "   :title: Named",
                        "",
                        "     -> { }",
                        "     <- { }"));
        assertEquals(
                List.of(
                        new Block.AnnotatedExample(
                                "", List.of(new Paragraph("So:"), new Example("", "-> { }")))),
                blocks(".. qmp-example::", "   :annotated:", "", "   So::", "", "     -> { }"));
        assertEquals(List.of(new Literal(".. strange:: x\n   y")), blocks(".. strange:: x", "  y"));
    }

    @Test
    void tablesAreReadByTheirColumns() {
        assertEquals(
                List.of(
                        new Block.Table(
                                1,
                                List.of(
                                        List.of("a", "b"),
                                        List.of("c d", "e f"),
                                        List.of("", "g")))),
                blocks("===  ===", "a    b", "===  ===", "c d  e f", "     g", "===  ==="));
    }

    @Test
    void conversationsStandAmongText() {
        assertEquals(
                List.of(
                        new Paragraph("First:"),
                        new Example(
                                "", "-> { \"execute\": \"x\" }\n<- {\n     \"return\": {}\n   }"),
                        new Paragraph("Then nothing.")),
                Markup.examples(
                        "First:\n\n-> { \"execute\": \"x\" }\n<- {\n     \"return\": {}\n   }\n\n"
                                + "Then nothing."));
    }

    @Test
    void marksWithinLines() {
        assertEquals(
                List.of(
                        new Span.Plain("a "),
                        new Span.Code("b*c*"),
                        new Span.Plain(" "),
                        new Span.Strong("d"),
                        new Span.Plain(", "),
                        new Span.Emphasis("e f"),
                        new Span.Plain(": "),
                        new Span.Name("g-h"),
                        new Span.Plain(". "),
                        new Span.Reference("words", "target"),
                        new Span.Plain(" "),
                        new Span.Url("https://x.org/y"),
                        new Span.Plain(".")),
                Spans.of("a ``b*c*`` **d**, *e f*: @g-h. :ref:`words <target>` https://x.org/y."));
    }

    @Test
    void whatIsNoMarkStays() {
        for (String text : List.of("a@b.c", "2 * 3 * 4", "*-softmmu", "``open", "`", "@", "a_b_")) {
            assertEquals(List.of(new Span.Plain(text)), Spans.of(text));
        }
        assertEquals(List.of(new Span.Plain("*-soft")), Spans.of("\\*-soft"));
    }

    @Test
    void senselessTextTakesNoTime() {
        for (String piece :
                List.of("- ", "``", "*a ", "**", "@a:", "-> ", "  ", ":: ", ".. x::\n ")) {
            String text = piece.repeat(20_000);
            assertTimeoutPreemptively(
                    Duration.ofSeconds(10),
                    () -> {
                        Markup.blocks(text);
                        Markup.examples(text.replace(' ', '\n'));
                        Spans.of(text);
                    },
                    piece);
        }
    }
}
