package dev.quarry.qapi.introspect;

import static java.util.Collections.nCopies;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.SchemaType;
import dev.quarry.qapi.model.TypeRef;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The uses of types inside of one type. */
final class InnerUses {
    private final Map<String, Definition> table;
    private final Uses uses;
    private final String stem;
    private final String owner;
    private final int rank;
    private final List<Use> found = new ArrayList<>();

    /**
     * @param stem what the names begin with
     * @param owner what they begin with where they would be taken
     * @param rank that of the outer type's use
     */
    InnerUses(Map<String, Definition> table, Uses uses, String stem, String owner, int rank) {
        this.table = table;
        this.uses = uses;
        this.stem = stem;
        this.owner = owner;
        this.rank = rank;
    }

    /**
     * The uses.
     *
     * @param branches told of each branch that is nothing else, with a name for it
     */
    List<Use> of(String type, BiConsumer<String, String> branches) {
        if (table.get(type) instanceof ObjectType object) {
            object.localMembers().forEach(m -> add(m.type(), label(m)));
            if (object.variants() != null) {
                branches(object.variants().written(), branches);
            }
        } else if (table.get(type) instanceof AlternateType alternate) {
            alternate.branches().forEach(b -> add(b.type(), alternative(b.type().type())));
        }
        return found;
    }

    private void add(TypeRef ref, String label) {
        found.add(use(ref, label));
    }

    private Use use(TypeRef ref, String label) {
        String name = stem + label;
        return new Use(RootUses.element(ref), name, owner + label, name, rank);
    }

    /** The member's name, of an array's element in the singular. */
    private static String label(Member member) {
        String label = NameParts.camel(member.name());
        return member.type().type() instanceof ArrayType ? NameParts.singular(label) : label;
    }

    private static String alternative(SchemaType type) {
        return type instanceof ArrayType
                ? "Element"
                : type.jsonType() == JsonType.STRING ? "Value" : "Object";
    }

    /**
     * A branch's members count as the union's own. The type of one is called after the branch, too,
     * but where several branches have the member alike.
     */
    private void branches(List<Branch> branches, BiConsumer<String, String> named) {
        Map<Use, List<Use>> byMember = new LinkedHashMap<>();
        for (Branch branch : branches) {
            String label = NameParts.camel(branch.name());
            if (uses.isOnly(branch.type().name(), Role.BRANCH)) {
                named.accept(branch.type().name(), "q_obj_" + stem + "-" + branch.name());
                members(branch, label, byMember);
            } else {
                add(branch.type(), label);
            }
        }
        byMember.forEach(
                (shared, own) -> found.addAll(own.size() == 1 ? own : nCopies(own.size(), shared)));
    }

    /** Enters a branch's members; one that is called data and stands alone, by the branch alone. */
    private void members(Branch branch, String label, Map<Use, List<Use>> byMember) {
        List<Member> members = ((ObjectType) branch.type().type()).localMembers();
        for (Member member : members) {
            boolean wrapper = members.size() == 1 && member.name().equals("data");
            Use own = use(member.type(), wrapper ? label : label + label(member));
            byMember.computeIfAbsent(use(member.type(), label(member)), u -> new ArrayList<>())
                    .add(own);
        }
    }
}
