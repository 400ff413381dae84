package dev.quarry.qapi.introspect;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;
import dev.quarry.qapi.model.Variants;

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What has to hold between the elements of an answer, each of which is well-formed by itself. */
final class AnswerCheck {
    private static final int DEEPEST = 50;
    private static final int MOST_MEMBERS = 100_000;

    private final Set<String> looked = new HashSet<>();
    private long unfolded;

    /** Fails where a definition refers to what is not there or does not fit. */
    void check(Definition definition) {
        if (definition instanceof CommandDefinition command) {
            object(command.arguments(), "its arguments");
            type(command.returns(), "its result");
        } else if (definition instanceof EventDefinition event) {
            object(event.data(), "its data");
        } else if (definition instanceof ArrayType array) {
            array(array);
        } else if (definition instanceof AlternateType alternate) {
            alternate(alternate);
        } else if (definition instanceof EnumType values) {
            Set<String> seen = new HashSet<>();
            values.values().forEach(v -> once("value", v.name(), seen));
        } else if (definition instanceof ObjectType object) {
            membersOf(object);
            if (object.variants() != null) {
                union(object, object.variants());
            }
        }
    }

    private static void type(@Nullable TypeRef ref, String what) {
        if (ref != null && ref.find() == null) {
            throw new IntrospectionException(
                    "there is no type " + Quoted.of(ref.name()) + ", the type of " + what);
        }
    }

    private static void object(@Nullable TypeRef ref, String what) {
        type(ref, what);
        if (ref != null && !(ref.type() instanceof ObjectType)) {
            throw new IntrospectionException(
                    "type " + Quoted.of(ref.name()) + ", that of " + what + ", is no object");
        }
    }

    private static void array(ArrayType array) {
        if (!array.name().equals("[" + array.element().name() + "]")) {
            throw new IntrospectionException(
                    "its name is not that of an array of " + Quoted.of(array.element().name()));
        }
        type(array.element(), "its elements");
        if (array.element().type() instanceof ArrayType) {
            throw new IntrospectionException("its elements are arrays");
        }
    }

    private static void alternate(AlternateType alternate) {
        Set<JsonType> seen = EnumSet.noneOf(JsonType.class);
        for (Branch branch : alternate.branches()) {
            type(branch.type(), "a branch");
            JsonType json = branch.type().type().jsonType();
            if (json == JsonType.VALUE) {
                throw new IntrospectionException(
                        "type " + Quoted.of(branch.type().name()) + ", that of a branch, is any");
            }
            if (!seen.add(json == JsonType.INT ? JsonType.NUMBER : json)) {
                throw new IntrospectionException(
                        "two branches have the JSON type " + json.wireName());
            }
        }
        if (seen.isEmpty()) {
            throw new IntrospectionException("it has no branches");
        }
    }

    private static void membersOf(ObjectType object) {
        unique(object.localMembers(), new HashSet<>());
        object.localMembers().forEach(m -> type(m.type(), "member '" + m.name() + "'"));
    }

    private static void unique(List<Member> members, Set<String> seen) {
        members.forEach(m -> once("member", m.name(), seen));
    }

    private static void once(String what, String name, Set<String> seen) {
        if (!seen.add(name)) {
            throw new IntrospectionException(what + " '" + name + "' is there twice");
        }
    }

    private void union(ObjectType union, Variants variants) {
        EnumType values = discriminator(union, variants.tag());
        Set<String> seen = new HashSet<>();
        for (Branch branch : variants.written()) {
            if (values.value(branch.name()).isEmpty()) {
                throw new IntrospectionException(
                        "branch '" + branch.name() + "' is no value of '" + variants.tag() + "'");
            }
            once("branch", branch.name(), seen);
            object(branch.type(), "branch '" + branch.name() + "'");
            count(union, branch);
            Set<String> members = new HashSet<>();
            unique(union.localMembers(), members);
            unique(((ObjectType) branch.type().type()).localMembers(), members);
        }
        notIn(union, new LinkedHashSet<>());
    }

    /** A branch has the union's members, too: a short answer could stand for endless sources. */
    private void count(ObjectType union, Branch branch) {
        int own = ((ObjectType) branch.type().type()).localMembers().size();
        unfolded += union.localMembers().size() + own;
        if (unfolded > MOST_MEMBERS) {
            throw new IntrospectionException(
                    "the branches of all unions have more than " + MOST_MEMBERS + " members");
        }
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
