package dev.quarry.qapi.docs;

import dev.quarry.qapi.docs.Site.Page;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** What all pages have around their contents: search, contents, and the way back. */
final class Frame {
    private final Site site;
    private final Html html = new Html();

    Frame(Site site) {
        this.site = site;
    }

    /**
     * A whole page.
     *
     * @param page the page of a schema file; null for the index
     */
    String page(String title, @Nullable Page page, List<Outline> outline, Runnable contents) {
        html.open("html", "lang", "en").line();
        head(title);
        html.open("body").line();
        html.element("a", "Skip to the contents", "href", "#~main", "class", "skip").line();
        header();
        html.open("div", "class", "columns").line();
        navigation(page, outline);
        html.open("main", "id", "~main", "tabindex", "-1").line();
        contents.run();
        html.close().close().line();
        footer();
        html.close().close().line();
        return html.toString();
    }

    Html html() {
        return html;
    }

    private void head(String title) {
        html.open("head").line().empty("meta", "charset", "utf-8").line();
        html.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        html.line().empty("meta", "name", "color-scheme", "content", "light dark").line();
        html.element("title", title).line();
        html.empty("link", "rel", "stylesheet", "href", "manual.css").line();
        html.open("script", "src", "manual.js", "defer", "").close().line();
        html.close().line();
    }

    private void header() {
        html.open("header").line();
        html.element("a", site.title(), "href", Site.INDEX, "class", "site").line();
        html.open("div", "class", "search", "role", "search");
        html.empty(
                "input",
                "id",
                "~search",
                "type",
                "search",
                "placeholder",
                "Search",
                "aria-label",
                "Search the manual",
                "autocomplete",
                "off",
                "spellcheck",
                "false",
                "role",
                "combobox",
                "aria-expanded",
                "false",
                "aria-autocomplete",
                "list",
                "aria-controls",
                "~results");
        html.element("kbd", "/", "aria-hidden", "true");
        html.open("ul", "id", "~results", "role", "listbox", "aria-label", "Results");
        html.close().close().line();
        html.element(
                "button",
                "Contents",
                "type",
                "button",
                "class",
                "menu",
                "aria-expanded",
                "false",
                "aria-controls",
                "~contents");
        html.close().line();
    }

    private void navigation(@Nullable Page current, List<Outline> outline) {
        html.open("nav", "id", "~contents", "aria-label", "Contents").line().open("ul").line();
        for (Page page : site.pages()) {
            html.open("li");
            if (page.equals(current)) {
                html.element("a", page.title(), "href", page.path(), "aria-current", "page");
                outline(outline);
            } else {
                html.element("a", page.title(), "href", page.path());
            }
            html.close().line();
        }
        html.close().close().line();
    }

    private void outline(List<Outline> outline) {
        if (outline.isEmpty()) {
            return;
        }
        html.open("ul", "class", "outline").line();
        for (Outline item : outline) {
            String style = item.isHeading() ? "heading" : "item";
            html.open("li", "class", style);
            html.open("a", "href", "#" + item.id()).name(item.text()).close();
            html.close().line();
        }
        html.close();
    }

    private void footer() {
        html.open("footer").open("p");
        html.text("Made from the schema by qapi docs. ");
        html.element("a", "All commands, events and types", "href", Site.INDEX);
        html.close().close().line();
    }
}
