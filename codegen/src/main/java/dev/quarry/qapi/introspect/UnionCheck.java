package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Variants;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What has to hold of a union: its discriminator, its branches, their members. */
final class UnionCheck {
    private static final int DEEPEST = 50;

    private final AnswerSize size;
    private final Set<String> looked = new HashSet<>();

    UnionCheck(AnswerSize size) {
        this.size = size;
    }

    void check(ObjectType union, Variants variants) {
        Set<String> values = new HashSet<>();
        discriminator(union, variants.tag()).values().forEach(v -> values.add(v.name()));
        Set<String> seen = new HashSet<>();
        for (Branch branch : variants.written()) {
            if (!values.contains(branch.name())) {
                throw new IntrospectionException(
                        "branch '" + branch.name() + "' is no value of '" + variants.tag() + "'");
            }
            AnswerCheck.once("branch", branch.name(), seen);
            AnswerCheck.object(branch.type(), "branch '" + branch.name() + "'");
            members(union.localMembers(), ((ObjectType) branch.type().type()).localMembers());
        }
        notIn(union, new LinkedHashSet<>());
    }

    private void members(List<Member> shared, List<Member> own) {
        size.add(shared.size() + own.size());
        Set<String> members = new HashSet<>();
        AnswerCheck.unique(shared, members);
        AnswerCheck.unique(own, members);
    }

    private static EnumType discriminator(ObjectType union, String tag) {
        return union.localMembers().stream()
                .filter(m -> m.name().equals(tag) && !m.optional())
                .map(m -> m.type().find())
                .filter(EnumType.class::isInstance)
                .map(EnumType.class::cast)
                .findFirst()
                .orElseThrow(() ->
                        new IntrospectionException(
                                "its discriminator '"
                                        + tag
                                        + "' is no mandatory member with an enumeration"));
    }

    /** Fails where a union is a branch of itself, at whatever depth. */
    private void notIn(ObjectType type, Set<String> outer) {
        if (outer.size() == DEEPEST || !outer.add(type.name())) {
            throw new IntrospectionException(
                    "it is a branch of itself, or one of unions nested too deeply");
        }
        if (type.variants() != null && looked.add(type.name())) {
            for (Branch branch : type.variants().written()) {
                if (branch.type().find() instanceof ObjectType object) {
                    notIn(object, outer);
                }
            }
        }
        outer.remove(type.name());
    }
}
