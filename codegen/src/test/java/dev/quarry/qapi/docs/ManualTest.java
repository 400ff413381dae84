package dev.quarry.qapi.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

import tools.jackson.databind.json.JsonMapper;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the pages of small schemas say. */
class ManualTest {
    private static final Path SHAPES = Path.of("src/test/resources/manual/shapes.json");
    private static final Path HOSTILE = Path.of("src/test/resources/manual/hostile.json");

    private static Map<String, String> manual(Path root) {
        return Manual.of(SchemaChecker.check(root, Dialect.AUTO), "Title <of> it & \"all\"");
    }

    private static Document shapes() {
        return Pages.page(manual(SHAPES), "shapes.html");
    }

    private static String text(Document page, String selector) {
        return page.select(selector).eachText().toString();
    }

    @Test
    void pagesAreSound() {
        Pages.check(manual(SHAPES));
        Pages.check(manual(HOSTILE));
    }

    @Test
    void nothingInSchemaBecomesMarkup() {
        manual(HOSTILE)
                .forEach((name, html) -> {
                    if (!name.endsWith(".html")) {
                        return;
                    }
                    Document page = Pages.parse(html);
                    assertEquals(1, page.select("script").size(), name);
                    assertEquals(
                            0,
                            page.select("img, i, b:not(li b), [onclick], [onerror]").size(),
                            name);
                    for (Element link : page.select("a[href]")) {
                        assertFalse(link.attr("href").startsWith("javascript"), link.toString());
                    }
                });
        Document page = Pages.page(manual(HOSTILE), "hostile.html");
        for (String words : List.of("'title'", "'overview'", "'member'", "'note'", "'since'")) {
            assertTrue(page.text().contains("<script>alert(" + words + ")</script>"), words);
        }
    }

    @Test
    void searchIndexIsDataAndHasEverything() {
        String script = manual(HOSTILE).getOrDefault("search-index.js", "");
        String start = "window.qapiSearchIndex = ";
        assertTrue(script.startsWith(start) && script.endsWith(";\n"), script);
        String json = script.substring(start.length(), script.length() - 2);
        List<?> entries = new JsonMapper().readValue(json, List.class);
        assertEquals(1, entries.size());
        String entry = (String) entries.get(0);
        assertTrue(entry.startsWith("Colour\tEnum\thostile.html\t<script>"), entry);
        assertTrue(entry.endsWith("\tred green"), entry);
    }

    @Test
    void firstHeadingIsTheTitleAndOthersMakeChapters() {
        Document page = shapes();
        assertEquals("[Shapes]", text(page, "h1"));
        assertEquals("[Figures]", text(page, "h2"));
        assertEquals("[Shapes, Styles]", text(page, "nav > ul > li > a"));
        assertTrue(text(page, "nav .outline a").startsWith("[Figures, Kind, Circle"));
    }

    @Test
    void commandSaysAllThereIsToKnow() {
        Element draw = Pages.definition(shapes(), "draw");
        assertEquals(
                "[since 1.0, if CONFIG_PEN or (CONFIG_BRUSH and not CONFIG_DRY), out of band]",
                draw.select("> p.badges > .badge").eachText().toString());
        assertEquals(
                "[Arguments, Returns, Errors, Features]",
                draw.select(".part").eachText().toString());
        assertEquals("array of Shape", draw.select("#draw\\:shapes .of").text());
        assertEquals(
                "[optional, deprecated]", draw.select("#draw\\:fast .badge").eachText().toString());
        assertEquals("Note Nothing is drawn twice.", draw.select(".note").text());
        assertEquals("Draw a point", draw.select(".example-title").text());
        assertEquals(2, draw.select("ol > li").size());
        assertEquals("#draw:fast", draw.select("dd a[href$=:fast]").attr("href"));
    }

    @Test
    void exampleTellsDirectionsAndPartsOfJson() {
        Element example = Pages.definition(shapes(), "draw").expectFirst(".example");
        assertEquals(1, example.select(".out").size());
        assertEquals(2, example.select(".in").size());
        assertEquals("shapes.html#draw", example.select(".out .s a").attr("href"));
        assertEquals("shapes.html#DRAWN", example.select(".in .s a").attr("href"));
        assertEquals("1", example.select(".n").text());
        assertTrue(example.wholeText().contains("\"arguments\": { \"shapes\": [ { \"kind\""));
    }

    @Test
    void unionShowsItsBranchesAndWhatHasNone() {
        Element shape = Pages.definition(shapes(), "Shape");
        assertEquals("circle Circle", shape.select(".branches tr:has(td)").text());
        assertEquals("shapes.html#Circle", shape.select(".branches td a").attr("href"));
        assertTrue(shape.text().contains("None for square, point."), shape.text());
    }

    @Test
    void remarksInBracketsBecomeBadges() {
        Document page = shapes();
        assertEquals(
                "[optional, default 10]",
                page.select("#Circle\\:radius .badge").eachText().toString());
        assertEquals(
                "[since 1.1, unstable, if CONFIG_SQUARES]",
                page.select("#Kind\\:square .badge").eachText().toString());
        assertEquals("How far it reaches, in pixels.", page.select("#Circle\\:radius + dd").text());
    }

    @Test
    void typesAreLinkedWhereverTheyAppear() {
        Document page = shapes();
        assertEquals("shapes-more.html#Style", page.select("#Circle\\:style .of a").attr("href"));
        assertEquals("index.html#~type-uint32", page.select("#Circle\\:radius .of a").attr("href"));
        assertEquals("shapes.html#Drawn", page.select("section:has(#draw) p.of a").attr("href"));
        assertEquals(
                "[shapes.html#Circle, shapes.html#Circle:radius, shapes.html#draw]",
                page.select("section:has(#Shape) > p:eq(2) a").eachAttr("href").toString());
        assertTrue(page.select("section:has(#Circle) .used-by a").eachText().contains("Shape"));
    }

    @Test
    void sameSchemaGivesSameManual() {
        assertEquals(manual(SHAPES), manual(SHAPES));
    }

    @Test
    void ourOwnManualIsSoundAndEverythingInItDocumented() {
        Path ours = Path.of("../schema/qapi/quarry.json");
        Schema schema = SchemaChecker.check(ours, Dialect.AUTO);
        Map<String, String> manual = Manual.of(schema, "Ours");
        Pages.check(manual);
        manual.forEach((name, html) ->
                assertFalse(html.contains("Not documented."), name + " lacks documentation"));
    }
}
