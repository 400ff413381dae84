package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.Block;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.docs.Site.Page;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.FreeText;
import dev.quarry.qapi.source.Location;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** The page of a schema file: its definitions and free text, in the order of the file. */
final class ModulePage {
    private final Site site;
    private final Page page;
    private final Frame frame;
    private final Html html;
    private final List<Outline> outline = new ArrayList<>();
    private int headings;
    private int level = 2;
    private boolean titleSeen;

    /** A piece of the page, with its place in the file. */
    private record Piece(int line, Runnable writer) {}

    ModulePage(Site site, Page page) {
        this.site = site;
        this.page = page;
        this.frame = new Frame(site);
        this.html = frame.html();
        outline();
    }

    String text() {
        String title =
                page.title().equals(site.title())
                        ? site.title()
                        : page.title() + " – " + site.title();
        return frame.page(title, page, outline, this::contents);
    }

    private void outline() {
        int number = 0;
        boolean first = page.titled();
        record Item(int line, Outline outline) {}
        List<Item> items = new ArrayList<>();
        for (FreeText comment : page.module().comments()) {
            for (DocPart part : comment.parts()) {
                for (Block block : part.blocks()) {
                    if (block instanceof Block.Heading heading) {
                        if (!first) {
                            Outline entry = new Outline(headingId(++number), heading.text(), true);
                            items.add(new Item(comment.location().line(), entry));
                        }
                        first = false;
                    }
                }
            }
        }
        for (Definition d : page.definitions()) {
            items.add(new Item(line(d), new Outline(d.name(), d.name(), false)));
        }
        items.stream()
                .sorted(Comparator.comparingInt(Item::line))
                .forEach(i -> outline.add(i.outline()));
    }

    private static String headingId(int number) {
        return "~section-" + number;
    }

    private static int line(Definition definition) {
        Location location = definition.origin().location();
        return location == null ? 0 : location.line();
    }

    private void contents() {
        html.element("h1", page.title()).line();
        html.open("p", "class", "file");
        html.element("code", page.module().file().baseName() + ".json").close().line();
        List<Piece> pieces = new ArrayList<>();
        for (FreeText comment : page.module().comments()) {
            pieces.add(new Piece(comment.location().line(), () -> freeText(comment)));
        }
        for (Definition d : page.definitions()) {
            pieces.add(new Piece(line(d), () -> new DefinitionView(site, html, d, level).write()));
        }
        pieces.stream().sorted(Comparator.comparingInt(Piece::line)).forEach(p -> p.writer().run());
    }

    private void freeText(FreeText comment) {
        Prose prose = new Prose(site, html, Map.of());
        if (!comment.header().isEmpty()) {
            html.open("p").element("strong", comment.header()).close().line();
        }
        for (DocPart part : comment.parts()) {
            if (!part.header().isEmpty()) {
                html.open("p").element("strong", part.header()).close().line();
            }
            for (Block block : part.blocks()) {
                if (block instanceof Block.Heading heading) {
                    heading(heading);
                } else {
                    prose.blocks(List.of(block), level);
                }
            }
        }
    }

    /** The first heading is the page's title already. */
    private void heading(Block.Heading heading) {
        if (page.titled() && !titleSeen) {
            titleSeen = true;
            return;
        }
        int own = heading.level() > 1 && level > 2 ? 3 : 2;
        html.element("h" + own, heading.text(), "id", headingId(++headings), "class", "chapter");
        html.line();
        level = own + 1;
    }
}
