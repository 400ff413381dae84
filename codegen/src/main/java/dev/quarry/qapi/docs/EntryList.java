package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.comment.Markup;
import dev.quarry.qapi.model.ObjectType;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes a list of members, values, branches or features, each with what is said of it. */
final class EntryList {
    private final Site site;
    private final Html html;
    private final Prose prose;
    private final Function<String, Optional<DocPart>> documentation;
    private final Function<String, String> anchors;

    /**
     * @param documentation finds what is said of an entry
     * @param anchors the id of an entry of that name; empty for none
     */
    EntryList(
            Site site,
            Html html,
            Prose prose,
            Function<String, Optional<DocPart>> documentation,
            Function<String, String> anchors) {
        this.site = site;
        this.html = html;
        this.prose = prose;
        this.documentation = documentation;
        this.anchors = anchors;
    }

    void write(List<Entry> entries) {
        html.open("dl", "class", "entries").line();
        entries.forEach(this::write);
        html.close().line();
    }

    private void write(Entry entry) {
        Remarks remarks =
                Remarks.of(documentation.apply(entry.name()).map(DocPart::text).orElse(""));
        html.open("div", "class", "entry");
        head(entry, remarks);
        html.open("dd");
        List<Entry> nested = nested(entry);
        if (remarks.text().isEmpty() && nested.isEmpty()) {
            html.element("p", "Not documented.", "class", "missing");
        } else {
            prose.blocks(Markup.blocks(remarks.text()), 5);
        }
        if (!nested.isEmpty()) {
            write(nested);
        }
        html.close().close().line();
    }

    private void head(Entry entry, Remarks remarks) {
        String anchor = anchors.apply(entry.name());
        if (anchor.isEmpty()) {
            html.open("dt");
        } else {
            html.open("dt", "id", anchor);
        }
        html.element("code", entry.label(), "class", "name");
        if (entry.type() != null) {
            html.text(" ").open("span", "class", "of");
            new TypeText(site, html).write(entry.type());
            html.close();
        }
        html.text(" ").open("span", "class", "badges");
        Badges badges = new Badges(html);
        if (entry.optional()) {
            badges.optional();
        }
        badges.fallback(remarks.fallback());
        badges.since(remarks.since());
        badges.features(entry.features());
        badges.condition(entry.condition());
        html.close().close();
    }

    /** The members of an object that has no name, as schemas of before 2.4 have them. */
    private static List<Entry> nested(Entry entry) {
        return entry.type() != null
                        && entry.type().type() instanceof ObjectType type
                        && !type.isImplicit()
                        && !Site.isWritten(type)
                ? type.localMembers().stream().map(m -> Entry.of(m, entry.name() + ".")).toList()
                : List.of();
    }
}
