package dev.quarry.qapi.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Checks that the pages of a manual are sound HTML, and that its links lead somewhere. */
final class Pages {
    private Pages() {}

    static Document parse(String html) {
        Parser parser = Parser.htmlParser().setTrackErrors(10);
        Document page = parser.parseInput(html, "");
        assertEquals(List.of(), parser.getErrors());
        return page;
    }

    /** A page of a manual. */
    static Document page(Map<String, String> manual, String name) {
        return parse(Objects.requireNonNull(manual.get(name), name));
    }

    /** What a page says of a definition. */
    static Element definition(Document page, String name) {
        return Objects.requireNonNull(page.expectFirst("#" + name).parent(), name);
    }

    static void check(Map<String, String> files) {
        Map<String, Set<String>> ids = new HashMap<>();
        Map<String, Document> pages = new HashMap<>();
        files.forEach((name, text) -> {
            if (name.endsWith(".html")) {
                pages.put(name, parse(text));
                ids.put(name, ids(name, pages.get(name)));
            }
        });
        pages.forEach((name, page) -> {
            page.select("a[href], link[href], script[src]")
                    .forEach(e -> link(name, e, files.keySet(), ids));
            headings(name, page);
            landmarks(name, page);
        });
    }

    private static Set<String> ids(String name, Document page) {
        Set<String> ids = new HashSet<>();
        for (Element element : page.select("[id]")) {
            assertTrue(ids.add(element.id()), name + ": id twice: " + element.id());
        }
        for (Element element : page.select("[aria-labelledby], [aria-controls]")) {
            String target = element.attr("aria-labelledby") + element.attr("aria-controls");
            assertTrue(ids.contains(target), name + ": no element " + target);
        }
        return ids;
    }

    private static void link(
            String name, Element element, Set<String> files, Map<String, Set<String>> ids) {
        String target = element.hasAttr("src") ? element.attr("src") : element.attr("href");
        if (element.tagName().equals("a") && target.matches("https?://.*")) {
            return;
        }
        String file = target.startsWith("#") ? name : target.split("#", 2)[0];
        assertTrue(files.contains(file), name + ": no file " + target);
        if (target.contains("#")) {
            String id = target.split("#", 2)[1];
            assertTrue(ids.getOrDefault(file, Set.of()).contains(id), name + ": no " + target);
        }
    }

    /** One heading of the first level, and none without one of the level above it. */
    private static void headings(String name, Document page) {
        int level = 0;
        assertEquals(1, page.select("h1").size(), name);
        for (Element heading : page.select("h1, h2, h3, h4, h5, h6")) {
            int own = heading.tagName().charAt(1) - '0';
            assertTrue(own <= level + 1, name + ": level skipped at " + heading.text());
            assertTrue(!heading.text().isBlank(), name + ": empty heading");
            level = own;
        }
    }

    private static void landmarks(String name, Document page) {
        for (String tag : List.of("main", "nav", "header", "footer")) {
            assertEquals(1, page.select(tag).size(), name + ": " + tag);
        }
        assertEquals("en", page.select("html").attr("lang"));
    }
}
