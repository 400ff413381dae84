package dev.quarry.qapi.check;

import dev.quarry.qapi.comment.DocKind;
import dev.quarry.qapi.comment.DocPart;
import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.Location;
import dev.quarry.qapi.syntax.DocComment;
import dev.quarry.qapi.syntax.DocRules;
import dev.quarry.qapi.syntax.DocRules.Rule;
import dev.quarry.qapi.syntax.ParsedSchema;
import dev.quarry.qapi.syntax.Pragmas.Exceptions;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that a documentation block is about what its definition has, and all of it. */
final class DocCheck {
    private final Definition definition;
    private final DocComment comment;
    private final Subject subject;
    private final ParsedSchema parsed;
    private final DocRules rules;
    private final Set<String> members = new HashSet<>();
    private final Set<String> undocumentable = new HashSet<>();
    private final List<Feature> features = new ArrayList<>();

    DocCheck(Definition definition, DocComment comment, Subject subject, ParsedSchema parsed) {
        this.parsed = parsed;
        this.rules = parsed.docRules();
        this.definition = definition;
        this.comment = comment;
        this.subject = subject;
    }

    void check() {
        collect();
        Set<String> known = new HashSet<>();
        features.forEach(f -> known.add(f.name()));
        undocumentedFeatures(known);
        unknown("member", DocKind.MEMBER, members);
        undocumentedMembers();
        unknown("feature", DocKind.FEATURE, known);
        results();
    }

    private void undocumentedFeatures(Set<String> known) {
        List<String> missing = missing(known, DocKind.FEATURE);
        if (!missing.isEmpty()) {
            String which = (missing.size() == 1 ? "feature " : "features ") + list(missing);
            String verb = missing.size() == 1 ? " is" : " are";
            report(Rule.SUBJECTS, subject.location(), which + verb + " not documented");
        }
    }

    private List<String> missing(Set<String> known, DocKind kind) {
        Set<String> documented = comment.names(kind);
        return known.stream().filter(n -> !documented.contains(n)).sorted().toList();
    }

    /** Since 9.0 every member must be documented, where documentation is required at all. */
    private void undocumentedMembers() {
        Set<String> expected = new HashSet<>(members);
        expected.removeAll(undocumentable);
        List<String> missing = missing(expected, DocKind.MEMBER);
        if (missing.isEmpty()
                || parsed.pragmas().excepts(Exceptions.DOCUMENTATION, definition.name())) {
            return;
        }
        String message = "not documented: member " + list(missing);
        if (parsed.pragmas().docRequired()) {
            report(Rule.COMPLETE, subject.location(), message);
        } else {
            rules.advise(diagnostic(subject.location(), message));
        }
    }

    private void unknown(String what, DocKind kind, Set<String> known) {
        List<DocPart> unknown =
                comment.parts().stream()
                        .filter(p -> p.kind() == kind && !known.contains(p.name()))
                        .toList();
        if (!unknown.isEmpty()) {
            report(
                    Rule.SUBJECTS,
                    place(unknown.get(0)),
                    "documented but not there: "
                            + what
                            + " "
                            + list(unknown.stream().map(DocPart::name).toList()));
        }
    }

    private void results() {
        if (!(definition instanceof CommandDefinition command)) {
            refuse(Rule.SUBJECTS, DocKind.RETURNS, "only commands may have a section");
            refuse(Rule.COMPLETE, DocKind.ERRORS, "only commands may have a section");
        } else if (command.returns() == null) {
            refuse(Rule.COMPLETE, DocKind.RETURNS, "a command that returns nothing has no section");
        }
    }

    private void refuse(Rule rule, DocKind kind, String message) {
        comment.first(kind).ifPresent(p -> report(rule, place(p), message + " '" + p.name() + "'"));
    }

    /** Before 9.0 errors point at the block, since then at the part of it. */
    private Location place(DocPart part) {
        boolean atBlock = rules.isError(Rule.SUBJECTS) && !rules.isError(Rule.COMPLETE);
        return atBlock ? comment.location() : comment.location(part);
    }

    private void report(Rule rule, Location at, String message) {
        rules.report(rule, diagnostic(at, message));
    }

    private Diagnostic diagnostic(Location at, String message) {
        return new Diagnostic(at, message, subject.definition(), null);
    }

    private static String list(List<String> names) {
        return "'" + String.join("', '", names) + "'";
    }

    private void collect() {
        features.addAll(definition.features());
        if (definition instanceof EnumType type) {
            type.values().forEach(v -> add(v.name(), v.features()));
        } else if (definition instanceof ObjectType type) {
            object(type);
        } else if (definition instanceof AlternateType type) {
            type.branches().forEach(b -> add(b.name(), List.of()));
        } else if (definition instanceof CommandDefinition command) {
            inline(command.arguments());
        } else if (definition instanceof EventDefinition event) {
            inline(event.data());
        }
    }

    private void object(ObjectType type) {
        type.localMembers().forEach(m -> add(m.name(), m.features()));
        inline(type.base());
        if (type.variants() != null && type.base() == null) {
            undocumentable.add(type.variants().tag());
        }
    }

    private void inline(@Nullable TypeRef ref) {
        if (ref != null && ref.type() instanceof ObjectType type && type.isImplicit()) {
            for (Member member : type.localMembers()) {
                add(member.name(), member.features());
            }
        }
    }

    private void add(String name, List<Feature> more) {
        members.add(name);
        features.addAll(more);
    }
}
