package dev.quarry.qapi.model;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * A struct, a union, or the implicit type of inline members.
 *
 * @param base the type whose members come first, or null
 * @param localMembers the members written here
 * @param variants the branches of a union; null for a struct
 */
public record ObjectType(
        String name,
        @Nullable TypeRef base,
        List<Member> localMembers,
        @Nullable Variants variants,
        Origin origin)
        implements SchemaType {

    /** The name of the type without members. */
    public static final String EMPTY_NAME = "q_empty";

    /** The type without members. */
    public static final ObjectType EMPTY =
            new ObjectType(EMPTY_NAME, null, List.of(), null, Origin.BUILT_IN);

    public ObjectType {
        localMembers = List.copyOf(localMembers);
    }

    /** All members outside of branches: the base's first. */
    public List<Member> members() {
        List<Member> all = new ArrayList<>();
        if (base != null && base.type() instanceof ObjectType type) {
            all.addAll(type.members());
        }
        all.addAll(localMembers);
        return all;
    }

    /** Whether it is a union. */
    public boolean isUnion() {
        return variants != null;
    }

    /** The discriminator; only of a checked union. */
    public Member tagMember() {
        String tag = variants == null ? "" : variants.tag();
        return members().stream()
                .filter(m -> m.name().equals(tag))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " has no discriminator"));
    }

    /** The enumeration of the discriminator; only of a checked union. */
    public EnumType tagType() {
        return (EnumType) tagMember().type().type();
    }

    /** All branches, the implied ones, too; only of a checked union. */
    public List<Branch> branches() {
        return variants == null ? List.of() : variants.all(tagType());
    }

    @Override
    public JsonType jsonType() {
        return JsonType.OBJECT;
    }

    @Override
    public boolean isImplicit() {
        return name.startsWith("q_");
    }

    @Override
    public String describe() {
        return (isUnion() ? "union" : isImplicit() ? "object" : "struct") + " type '" + name + "'";
    }
}
