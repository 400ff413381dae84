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

import org.jspecify.annotations.Nullable;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What has to hold between the elements of an answer, each of which is well-formed by itself. */
final class AnswerCheck {
    private final AnswerSize size;
    private final UnionCheck unions;

    AnswerCheck(AnswerSize size) {
        this.size = size;
        this.unions = new UnionCheck(size);
    }

    /** Fails where a definition refers to what is not there or does not fit. */
    void check(Definition definition) {
        size.add(1);
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
            size.add(values.values().size());
            Set<String> seen = new HashSet<>();
            values.values().forEach(v -> once("value", v.name(), seen));
        } else if (definition instanceof ObjectType object) {
            members(object);
            if (object.variants() != null) {
                unions.check(object, object.variants());
            }
        }
    }

    private static void type(@Nullable TypeRef ref, String what) {
        if (ref != null && ref.find() == null) {
            throw new IntrospectionException(
                    "there is no type " + Quoted.of(ref.name()) + ", the type of " + what);
        }
    }

    static void object(@Nullable TypeRef ref, String what) {
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

    private void members(ObjectType object) {
        size.add(object.localMembers().size());
        unique(object.localMembers(), new HashSet<>());
        object.localMembers().forEach(m -> type(m.type(), "member '" + m.name() + "'"));
    }

    static void unique(List<Member> members, Set<String> seen) {
        members.forEach(m -> once("member", m.name(), seen));
    }

    static void once(String what, String name, Set<String> seen) {
        if (!seen.add(name)) {
            throw new IntrospectionException(what + " '" + name + "' is there twice");
        }
    }
}
