package dev.quarry.qapi.docs;

import dev.quarry.qapi.docs.Site.Page;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.FreeText;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The first page: what files there are, and everything by name. */
final class IndexPage {
    private final Site site;
    private final Frame frame;
    private final Html html;

    IndexPage(Site site) {
        this.site = site;
        this.frame = new Frame(site);
        this.html = frame.html();
    }

    String text() {
        return frame.page(site.title(), null, List.of(), this::contents);
    }

    private void contents() {
        Map<String, List<Definition>> groups = groups();
        html.element("h1", site.title()).line();
        html.open("p", "class", "lead");
        List<String> counts = new ArrayList<>();
        groups.forEach(
                (name, list) -> counts.add(list.size() + " " + name.toLowerCase(Locale.ROOT)));
        html.text(String.join(", ", counts) + ".").close().line();
        chapters();
        groups.forEach(this::group);
        builtIns();
    }

    private Map<String, List<Definition>> groups() {
        Map<String, List<Definition>> groups = new LinkedHashMap<>();
        for (String name : List.of("Commands", "Events", "Types")) {
            groups.put(name, new ArrayList<>());
        }
        for (Page page : site.pages()) {
            for (Definition definition : page.definitions()) {
                groups.computeIfAbsent(Kind.of(definition).group(), g -> new ArrayList<>())
                        .add(definition);
            }
        }
        groups.values()
                .forEach(l ->
                        l.sort(
                                Comparator.comparing(
                                                Definition::name, String.CASE_INSENSITIVE_ORDER)
                                        .thenComparing(Definition::name)));
        groups.values().removeIf(List::isEmpty);
        return groups;
    }

    private void chapters() {
        html.element("h2", "Chapters", "class", "chapter").line();
        html.open("ul", "class", "chapters").line();
        for (Page page : site.pages()) {
            html.open("li");
            html.element("a", page.title(), "href", page.path());
            String about = about(page);
            if (!about.isEmpty()) {
                html.element("p", about);
            }
            html.element("p", counts(page), "class", "count");
            html.close().line();
        }
        html.close().line();
    }

    private static String about(Page page) {
        for (FreeText comment : page.module().comments()) {
            return Summary.ofParts(comment.parts());
        }
        return "";
    }

    private static String counts(Page page) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Kind kind : Kind.values()) {
            counts.put(kind.group(), 0);
        }
        page.definitions().forEach(d -> counts.merge(Kind.of(d).group(), 1, Integer::sum));
        List<String> words = new ArrayList<>();
        counts.forEach((group, count) -> {
            String plural = group.toLowerCase(Locale.ROOT);
            if (count > 0) {
                words.add(
                        count
                                + " "
                                + (count == 1 ? plural.substring(0, plural.length() - 1) : plural));
            }
        });
        return String.join(" · ", words);
    }

    private void group(String title, List<Definition> definitions) {
        html.element("h2", title, "class", "chapter", "id", "~list-" + title).line();
        html.open("ul", "class", "names").line();
        for (Definition definition : definitions) {
            html.open("li");
            html.element("a", definition.name(), "href", site.href(definition.name()).orElse(""));
            html.text(" ");
            new Badges(html).features(definition.features());
            html.close().line();
        }
        html.close().line();
    }

    private void builtIns() {
        html.element("h2", "Types of the language", "class", "chapter").line();
        html.open("dl", "class", "entries").line();
        BuiltIns.MEANINGS.forEach((name, meaning) -> {
            if (site.schema().definitions().containsKey(name)) {
                html.open("div", "class", "entry");
                html.open("dt", "id", BuiltIns.id(name));
                html.element("code", name, "class", "name").close();
                html.open("dd").element("p", meaning).close().close().line();
            }
        });
        html.close().line();
    }
}
