package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.comment.Markup;
import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes all there is to say of one definition. */
final class DefinitionView {
    private final Site site;
    private final Html html;
    private final Definition definition;
    private final Documentation documentation;
    private final int level;
    private final Prose prose;
    private final MemberGroups groups;
    private final Map<String, Feature> features = new LinkedHashMap<>();

    /**
     * @param level of its heading
     */
    DefinitionView(Site site, Html html, Definition definition, int level) {
        this.site = site;
        this.html = html;
        this.definition = definition;
        this.documentation = definition.documentation();
        this.level = level;
        this.prose = new Prose(site, html, anchors(definition));
        this.groups = new MemberGroups(site, html, definition, prose);
        collectFeatures();
    }

    /** Where the names of its own members lead to. */
    private static Map<String, String> anchors(Definition definition) {
        Map<String, String> anchors = new HashMap<>();
        for (String name : MemberGroups.ownNames(definition)) {
            anchors.put(name, "#" + Site.memberId(definition.name(), name));
        }
        return anchors;
    }

    private void collectFeatures() {
        definition.features().forEach(f -> features.putIfAbsent(f.name(), f));
        if (definition instanceof EnumType type) {
            for (EnumValue value : type.values()) {
                value.features().forEach(f -> features.putIfAbsent(f.name(), f));
            }
        }
        for (Member member : MemberGroups.ownMembers(definition)) {
            member.features().forEach(f -> features.putIfAbsent(f.name(), f));
        }
    }

    void write() {
        html.open(
                "section",
                "class",
                "definition " + Kind.of(definition).name().toLowerCase(Locale.ROOT),
                "aria-labelledby",
                definition.name());
        new DefinitionHeading(html, definition).write(level);
        for (DocPart part : overview()) {
            prose.blocks(part.blocks(), level + 1);
        }
        contents();
        featureList();
        rest();
        usedBy();
        html.close().line();
    }

    private List<DocPart> overview() {
        return documentation.parts().stream().takeWhile(p -> p.kind() == DocKind.TEXT).toList();
    }

    private void contents() {
        if (definition instanceof EnumType type) {
            section("Values");
            groups.list(type.values().stream().map(Entry::of).toList());
        } else if (definition instanceof AlternateType type) {
            section("One of");
            groups.list(type.branches().stream().map(Entry::of).toList());
        } else if (definition instanceof ObjectType type) {
            groups.object(type, "Members", this::section);
        } else if (definition instanceof CommandDefinition command) {
            groups.arguments(command.arguments(), "Arguments", this::section);
            strays();
            returns(command);
            return;
        } else if (definition instanceof EventDefinition event) {
            groups.arguments(event.data(), "Data", this::section);
        }
        strays();
        headed(DocKind.RETURNS, "Returns");
        headed(DocKind.ERRORS, "Errors");
    }

    /** Entries of members that are not there: the documentation may know better. */
    private void strays() {
        List<Entry> strays = new ArrayList<>();
        Collection<String> known = groups.documentedNames();
        for (DocPart part : documentation.all(DocKind.MEMBER)) {
            if (!known.contains(part.name())) {
                strays.add(Entry.unknown(part.name()));
            }
        }
        if (!strays.isEmpty()) {
            section("Also documented");
            groups.unanchored(strays);
        }
    }

    private void returns(CommandDefinition command) {
        TypeRef type = command.returns();
        List<DocPart> parts = documentation.all(DocKind.RETURNS);
        if (type != null) {
            section("Returns");
            html.open("p", "class", "of");
            new TypeText(site, html).write(type);
            html.close().line();
            parts.stream()
                    .filter(p -> !p.text().equals("@" + type.name()))
                    .forEach(p -> prose.blocks(p.blocks(), level + 2));
        } else {
            headed(DocKind.RETURNS, "Returns");
        }
        headed(DocKind.ERRORS, "Errors");
    }

    private void headed(DocKind kind, String title) {
        for (DocPart part : documentation.all(kind)) {
            section(title);
            prose.blocks(part.blocks(), level + 2);
        }
    }

    private void featureList() {
        List<Entry> entries = new ArrayList<>(features.values().stream().map(Entry::of).toList());
        for (DocPart part : documentation.all(DocKind.FEATURE)) {
            if (!features.containsKey(part.name())) {
                entries.add(Entry.unknown(part.name()));
            }
        }
        if (!entries.isEmpty()) {
            section("Features");
            new EntryList(site, html, prose, this::feature, n -> "").write(entries);
        }
    }

    private Optional<DocPart> feature(String name) {
        return documentation.all(DocKind.FEATURE).stream()
                .filter(p -> p.name().equals(name))
                .findFirst();
    }

    private void rest() {
        for (DocPart part : documentation.parts().stream().skip(overview().size()).toList()) {
            switch (part.kind()) {
                case TEXT -> prose.blocks(part.blocks(), level + 1);
                case NOTE -> note("Note", "note", part);
                case TODO -> note("To do", "note todo", part);
                case EXAMPLE -> {
                    section(part.name());
                    prose.blocks(part.blocks(), level + 2);
                }
                case SINCE -> {
                    if (DefinitionHeading.isLong(part)) {
                        section("Since");
                        prose.blocks(part.blocks(), level + 2);
                    }
                }
                case MEMBER, FEATURE, RETURNS, ERRORS -> {}
            }
        }
    }

    private void note(String title, String style, DocPart part) {
        html.open("div", "class", style, "role", "note");
        html.element("p", title, "class", "note-title");
        prose.blocks(Markup.blocks(part.text()), level + 1);
        html.close().line();
    }

    private void usedBy() {
        List<String> users =
                site.usedBy().of(definition.name()).stream()
                        .filter(n -> site.find(n).isPresent())
                        .toList();
        if (users.isEmpty()) {
            return;
        }
        html.open("p", "class", "used-by").element("span", "Used by").text(" ");
        for (int i = 0; i < users.size(); i++) {
            html.text(i == 0 ? "" : ", ");
            new TypeText(site, html).name(users.get(i));
        }
        html.close().line();
    }

    private void section(String title) {
        html.element("h" + (level + 1), title, "class", "part").line();
    }
}
