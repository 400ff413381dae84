package dev.quarry.qapi.check;

import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.Variants;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Checks a union's discriminator and branches. */
final class UnionCheck {
    private final ObjectType union;
    private final Subject subject;
    private final LinkCheck links;
    private final Set<String> visited = new HashSet<>();

    UnionCheck(ObjectType union, Subject subject, LinkCheck links) {
        this.union = union;
        this.subject = subject;
        this.links = links;
    }

    /**
     * @param names the members of the base
     */
    void check(ClashCheck names) {
        Variants variants = Objects.requireNonNull(union.variants());
        EnumType values = discriminator(variants);
        List<Branch> branches = variants.all(values);
        if (branches.isEmpty()) {
            throw subject.failure("the union has no branches");
        }
        if (branches.size() > variants.written().size() && !subject.dialect().accepts(300)) {
            throw subject.failure("every value of the discriminator must have a branch");
        }
        Set<String> known = new LinkedHashSet<>();
        values.values().forEach(v -> known.add(v.name()));
        for (Branch branch : branches) {
            if (!known.contains(branch.name())) {
                throw unknownValue(branch.name(), values, known);
            }
            check(branch, names);
        }
    }

    private EnumType discriminator(Variants variants) {
        Member tag =
                union.members().stream()
                        .filter(m -> m.name().equals(variants.tag()))
                        .findFirst()
                        .orElseThrow(() ->
                                discriminatorFailure(variants.tag(), "is no member of the base"));
        if (!(links.resolve(tag.type(), subject, "the discriminator") instanceof EnumType values)) {
            throw discriminatorFailure(tag.name(), "must be of an enum type");
        }
        if (tag.optional()) {
            throw discriminatorFailure(tag.name(), "may not be optional");
        }
        if (!tag.condition().isAlways()) {
            throw discriminatorFailure(tag.name(), "may not have a condition");
        }
        return values;
    }

    private RuntimeException discriminatorFailure(String tag, String problem) {
        return subject.failure("discriminator '" + tag + "' " + problem);
    }

    private RuntimeException unknownValue(String branch, EnumType values, Set<String> known) {
        return subject.failure(
                "branch '" + branch + "' is no value of " + values.describe(),
                Hint.nearest(branch, known));
    }

    private void check(Branch branch, ClashCheck names) {
        String what = "branch '" + branch.name() + "'";
        SchemaType type = links.resolve(branch.type(), subject, what);
        boolean unions = subject.dialect().accepts(801);
        if (!(type instanceof ObjectType object) || (object.isUnion() && !unions)) {
            throw subject.failure(what + " may not be " + type.describe());
        }
        links.contained(object);
        refuseClashes(object, what, names);
    }

    /** Each type once: unions in unions may lead to it on more ways than can be walked. */
    private void refuseClashes(ObjectType object, String what, ClashCheck base) {
        if (!visited.add(object.name())) {
            return;
        }
        for (Member member : object.members()) {
            base.refuse(subject, member.name(), "member '" + member.name() + "' of " + what);
        }
        for (Branch branch : object.branches()) {
            if (branch.type().find() instanceof ObjectType inner) {
                refuseClashes(inner, what, base);
            }
        }
    }
}
