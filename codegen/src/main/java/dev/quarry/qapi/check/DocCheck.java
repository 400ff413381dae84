package dev.quarry.qapi.check;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.syntax.DocComment;
import dev.quarry.qapi.syntax.Pragmas;
import dev.quarry.qapi.syntax.Pragmas.Exceptions;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that a documentation block is about what its definition has. */
final class DocCheck {
    private final Definition definition;
    private final DocComment comment;
    private final Subject subject;
    private final Pragmas pragmas;
    private final Set<String> members = new HashSet<>();
    private final List<Feature> features = new ArrayList<>();

    DocCheck(Definition definition, DocComment comment, Subject subject, Pragmas pragmas) {
        this.pragmas = pragmas;
        this.definition = definition;
        this.comment = comment;
        this.subject = subject;
    }

    void check() {
        collect();
        for (Feature feature : features) {
            if (!comment.features().containsKey(feature.name())) {
                throw subject.failure("feature '" + feature.name() + "' is not documented");
            }
        }
        Subject block = new Subject(comment.location(), subject.definition(), subject.dialect());
        refuseUnknown(block, "member", comment.members().keySet(), members);
        refuseUndocumented();
        Set<String> known = new HashSet<>();
        features.forEach(f -> known.add(f.name()));
        refuseUnknown(block, "feature", comment.features().keySet(), known);
    }

    /** Since 9.0 every member must be documented. */
    private void refuseUndocumented() {
        boolean required =
                subject.dialect().refuses(900)
                        && pragmas.docRequired()
                        && !pragmas.excepts(Exceptions.DOCUMENTATION, definition.name());
        List<String> missing =
                members.stream().filter(m -> !comment.members().containsKey(m)).sorted().toList();
        if (required && !missing.isEmpty()) {
            throw subject.failure("not documented: member '" + String.join("', '", missing) + "'");
        }
    }

    private static void refuseUnknown(
            Subject block, String what, Set<String> documented, Set<String> known) {
        List<String> unknown = documented.stream().filter(n -> !known.contains(n)).toList();
        if (!unknown.isEmpty()) {
            throw block.failure(
                    "documented but not there: "
                            + what
                            + " '"
                            + String.join("', '", unknown)
                            + "'");
        }
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
