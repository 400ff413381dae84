package dev.quarry.qapi.docs;

import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Writes the members of a definition: its own, those of its base, those of its branches. */
final class MemberGroups {
    private final Site site;
    private final Html html;
    private final Definition definition;
    private final Prose prose;
    private final Set<String> written = new LinkedHashSet<>();

    MemberGroups(Site site, Html html, Definition definition, Prose prose) {
        this.site = site;
        this.html = html;
        this.definition = definition;
        this.prose = prose;
    }

    /** Members, values or branches that the definition itself documents. */
    static List<String> ownNames(Definition definition) {
        if (definition instanceof EnumType type) {
            return type.values().stream().map(v -> v.name()).toList();
        }
        if (definition instanceof AlternateType type) {
            return type.branches().stream().map(Branch::name).toList();
        }
        return ownMembers(definition).stream().map(Member::name).toList();
    }

    /** Members written within the definition itself. */
    static List<Member> ownMembers(Definition definition) {
        if (definition instanceof CommandDefinition command) {
            return inline(command.arguments());
        }
        if (definition instanceof EventDefinition event) {
            return inline(event.data());
        }
        if (definition instanceof ObjectType type) {
            List<Member> members = new ArrayList<>(inline(type.base()));
            members.addAll(type.localMembers());
            return members;
        }
        return List.of();
    }

    private static List<Member> inline(@Nullable TypeRef ref) {
        return ref != null && ref.type() instanceof ObjectType type && type.isImplicit()
                ? type.localMembers()
                : List.of();
    }

    /** The names under which documentation was looked up. */
    Collection<String> documentedNames() {
        return written;
    }

    /** Entries that can be linked to. */
    void list(List<Entry> entries) {
        new EntryList(site, html, prose, this::lookUp, this::anchor).write(entries);
    }

    void unanchored(List<Entry> entries) {
        new EntryList(site, html, prose, this::lookUp, n -> "").write(entries);
    }

    private Optional<DocPart> lookUp(String name) {
        written.add(name);
        return definition.documentation().memberPart(name);
    }

    private String anchor(String name) {
        return Site.memberId(definition.name(), name);
    }

    /** The arguments of a command or the data of an event. */
    void arguments(@Nullable TypeRef ref, String title, Consumer<String> section) {
        if (ref == null || !(ref.type() instanceof ObjectType type)) {
            return;
        }
        if (type.isImplicit()) {
            section.accept(title);
            own(type.localMembers());
        } else {
            section.accept(title);
            html.open("p").text("The members of ");
            new TypeText(site, html).write(ref);
            html.text(".").close().line();
            foreign(type, false);
        }
    }

    /** The members of a struct or union. */
    void object(ObjectType type, String title, Consumer<String> section) {
        List<Member> own = ownMembers(type);
        if (!own.isEmpty()) {
            section.accept(title);
            own(own);
        }
        if (type.base() != null
                && type.base().type() instanceof ObjectType base
                && !base.isImplicit()) {
            if (own.isEmpty()) {
                section.accept(title);
            }
            foreign(base, own.isEmpty());
        }
        if (own.isEmpty() && type.base() == null) {
            html.element("p", "It has no members.", "class", "missing").line();
        }
        if (type.isUnion()) {
            section.accept("Branches");
            new BranchTable(site, html).write(type);
        }
    }

    private void own(List<Member> members) {
        list(members.stream().map(m -> Entry.of(m, "")).toList());
    }

    /** Members that another definition documents. */
    private void foreign(ObjectType type, boolean unfolded) {
        if (unfolded) {
            html.open("details", "open", "");
        } else {
            html.open("details");
        }
        html.open("summary");
        html.text("Members of ");
        html.element("code", type.name());
        html.close();
        List<Entry> entries = ownMembers(type).stream().map(m -> Entry.of(m, "")).toList();
        if (!entries.isEmpty()) {
            new EntryList(
                            site,
                            html,
                            new Prose(site, html, Map.of()),
                            type.documentation()::memberPart,
                            n -> "")
                    .write(entries);
        }
        if (type.isUnion()) {
            new BranchTable(site, html).write(type);
        }
        if (type.base() != null
                && type.base().type() instanceof ObjectType base
                && !base.isImplicit()) {
            foreign(base, false);
        }
        html.close().line();
    }
}
