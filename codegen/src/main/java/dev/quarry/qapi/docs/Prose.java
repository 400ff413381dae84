package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.Block;
import dev.quarry.qapi.comment.Span;
import dev.quarry.qapi.comment.Spans;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes documentation's text. */
final class Prose {
    /** Words that may be names without being marked as such: nobody writes them by chance. */
    private static final Pattern NAME_LIKE =
            Pattern.compile("(?<![\\w.-])[A-Za-z]\\w*(?:-\\w+)*(?![\\w-])");

    private static final Pattern UNMISTAKABLE =
            Pattern.compile(".*[-_].*|(?=.*[a-z])(?=.*[A-Z].*[A-Z]).*");

    private static final Map<String, String> TITLES =
            Map.of("seealso", "See also", "todo", "To do");

    private final Site site;
    private final Html html;
    private final Map<String, String> members;

    /**
     * @param members where names without a definition of their own lead to: members, by name
     */
    Prose(Site site, Html html, Map<String, String> members) {
        this.site = site;
        this.html = html;
        this.members = members;
    }

    /**
     * Writes blocks.
     *
     * @param level of headings in them
     */
    void blocks(List<Block> blocks, int level) {
        blocks.forEach(b -> block(b, level));
    }

    private void block(Block block, int level) {
        if (block instanceof Block.Paragraph paragraph) {
            html.open("p");
            spans(paragraph.text());
            html.close().line();
        } else if (block instanceof Block.Heading heading) {
            html.open("h" + Math.min(6, level));
            spans(heading.text());
            html.close().line();
        } else if (block instanceof Block.Items items) {
            items(items, level);
        } else if (block instanceof Block.Quote quote) {
            html.open("div", "class", "quote");
            blocks(quote.blocks(), level);
            html.close().line();
        } else if (block instanceof Block.Literal literal) {
            literal(literal.text());
        } else if (block instanceof Block.Table table) {
            table(table);
        } else if (block instanceof Block.Admonition admonition) {
            admonition(admonition, level);
        } else if (block instanceof Block.Example example) {
            title(example.title());
            new ExampleText(site, html).write(example.text());
        } else if (block instanceof Block.AnnotatedExample example) {
            html.open("div", "class", "annotated");
            title(example.title());
            blocks(example.blocks(), level);
            html.close().line();
        }
    }

    private void literal(String text) {
        if (text.startsWith("->") || text.startsWith("<-")) {
            new ExampleText(site, html).write(text);
        } else {
            html.element("pre", text, "tabindex", "0").line();
        }
    }

    private void title(String title) {
        if (!title.isBlank()) {
            html.open("p", "class", "example-title");
            spans(title);
            html.close();
        }
    }

    private void items(Block.Items items, int level) {
        if (items.first() > 1) {
            html.open("ol", "start", String.valueOf(items.first()));
        } else {
            html.open(items.first() == 1 ? "ol" : "ul");
        }
        for (List<Block> item : items.items()) {
            html.open("li");
            if (item.size() == 1 && item.get(0) instanceof Block.Paragraph paragraph) {
                spans(paragraph.text());
            } else {
                blocks(item, level);
            }
            html.close();
        }
        html.close().line();
    }

    private void table(Block.Table table) {
        html.open("div", "class", "scroll", "tabindex", "0").open("table");
        for (int i = 0; i < table.rows().size(); i++) {
            html.open("tr");
            for (String cell : table.rows().get(i)) {
                if (i < table.header()) {
                    html.open("th", "scope", "col");
                } else {
                    html.open("td");
                }
                spans(cell);
                html.close();
            }
            html.close();
        }
        html.close().close().line();
    }

    private void admonition(Block.Admonition admonition, int level) {
        String kind = admonition.kind();
        String capital = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
        boolean grave = List.of("caution", "danger", "error", "warning").contains(kind);
        html.open("div", "class", grave ? "note grave" : "note", "role", "note");
        html.open("p", "class", "note-title");
        spans(
                admonition.title().isEmpty()
                        ? TITLES.getOrDefault(kind, capital)
                        : admonition.title());
        html.close();
        blocks(admonition.blocks(), level);
        html.close().line();
    }

    /** Writes text that flows. */
    void spans(String text) {
        for (Span span : Spans.of(text)) {
            if (span instanceof Span.Plain plain) {
                plain(plain.text());
            } else if (span instanceof Span.Emphasis emphasis) {
                html.element("em", emphasis.text());
            } else if (span instanceof Span.Strong strong) {
                html.element("strong", strong.text());
            } else if (span instanceof Span.Url url) {
                html.element("a", url.text(), "href", url.text());
            } else if (span instanceof Span.Reference reference) {
                name(reference.target(), reference.text());
            } else {
                name(span.text(), span.text());
            }
        }
    }

    private void name(String name, String words) {
        String member = members.get(name);
        String href = member != null ? member : site.href(name).orElseGet(() -> ofMember(name));
        if (href.isEmpty()) {
            html.element("code", words);
        } else {
            html.open("a", "href", href).element("code", words).close();
        }
    }

    /** Where {@code Type.member} leads to; empty where it is not that. */
    private String ofMember(String name) {
        int dot = name.lastIndexOf('.');
        String owner = dot < 0 ? "" : name.substring(0, dot);
        String member = name.substring(dot + 1);
        boolean known =
                site.find(owner).stream().anyMatch(d -> MemberGroups.ownNames(d).contains(member));
        return known ? site.page(owner).path() + "#" + Site.memberId(owner, member) : "";
    }

    private void plain(String text) {
        Matcher matcher = NAME_LIKE.matcher(text);
        int end = 0;
        while (matcher.find()) {
            String word = matcher.group();
            if (UNMISTAKABLE.matcher(word).matches() && site.find(word).isPresent()) {
                html.text(text.substring(end, matcher.start()));
                html.element("a", word, "href", site.href(word).orElse(""));
                end = matcher.end();
            }
        }
        html.text(text.substring(end));
    }
}
