package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.Block;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.comment.Markup;
import dev.quarry.qapi.comment.Span;
import dev.quarry.qapi.comment.Spans;
import dev.quarry.qapi.model.Definition;

import java.util.List;
import java.util.stream.Collectors;

/** The first sentence of a text, without marks. */
final class Summary {
    private static final int LONGEST = 140;

    private Summary() {}

    static String of(Definition definition) {
        return of(Markup.blocks(definition.documentation().overview()));
    }

    static String of(List<Block> blocks) {
        for (Block block : blocks) {
            if (block instanceof Block.Paragraph paragraph) {
                return shortened(plain(paragraph.text()));
            }
        }
        return "";
    }

    static String ofParts(List<DocPart> parts) {
        return of(parts.stream().flatMap(p -> p.blocks().stream()).toList());
    }

    private static String plain(String text) {
        return Spans.of(text).stream()
                .map(Span::text)
                .collect(Collectors.joining())
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String shortened(String text) {
        int end = text.indexOf(". ");
        String sentence = end > 0 ? text.substring(0, end + 1) : text;
        if (sentence.length() <= LONGEST) {
            return sentence;
        }
        int cut = sentence.lastIndexOf(' ', LONGEST);
        return sentence.substring(0, cut > 0 ? cut : LONGEST) + "…";
    }
}
