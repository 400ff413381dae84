package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.WildcardTypeName;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Documentation;
import dev.quarry.qapi.model.Feature;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.SchemaType;

import java.util.ArrayList;
import java.util.List;

/** A member as a component of a record. */
record Component(
        String wireName,
        String javaName,
        SchemaType type,
        TypeName typeName,
        boolean optional,
        Condition condition,
        List<Feature> features,
        String documentation) {

    /**
     * The components for members of one record, in order.
     *
     * @param inOpen whether the record is open
     */
    static List<Component> of(
            List<Member> members, JavaTypes types, boolean inOpen, DocLookup documentation) {
        UniqueNames names = UniqueNames.ofMembers();
        List<Component> components = new ArrayList<>();
        for (Member member : members) {
            SchemaType type = member.type().type();
            components.add(
                    new Component(
                            member.name(),
                            names.claim(JavaNames.member(member.name())),
                            type,
                            types.typeName(type, inOpen),
                            member.optional(),
                            member.condition(),
                            member.features(),
                            documentation.of(member)));
        }
        return components;
    }

    /** Finds the documentation of a member. */
    @FunctionalInterface
    interface DocLookup {
        String of(Member member);

        /** Looks into one block. */
        static DocLookup in(Documentation documentation) {
            return member -> documentation.member(member.name());
        }
    }

    /** Whether a value may lack it: it is optional, or exists only under a condition. */
    boolean isNullable() {
        return optional || !condition.isAlways();
    }

    /** Whether Java could hold null in it though it may not be. */
    boolean needsNullCheck() {
        return !isNullable() && !typeName.isPrimitive();
    }

    /** The type as component, accessor and parameter. */
    TypeName declaredType() {
        return isNullable() ? Support.nullable(typeName) : typeName;
    }

    /** Whether it is a list of open values. */
    boolean isOpenList() {
        return type instanceof ArrayType
                && typeName instanceof ParameterizedTypeName list
                && list.typeArguments().get(0) instanceof ParameterizedTypeName element
                && element.rawType().equals(Support.OPEN_ENUM);
    }

    /** A copy of the list that an expression gives, which may be null where the component may. */
    CodeBlock copyOf(CodeBlock list) {
        return isNullable()
                ? CodeBlock.of("$1L == null ? null : $2T.copyOf($1L)", list, List.class)
                : CodeBlock.of("$2T.copyOf($1L)", list, List.class);
    }

    /** The type that the builder takes: as declared, but for a list of constants, too. */
    TypeName acceptedType() {
        if (!isOpenList()) {
            return declaredType();
        }
        TypeName element = ((ParameterizedTypeName) typeName).typeArguments().get(0);
        TypeName list =
                ParameterizedTypeName.get(
                        ClassName.get(List.class), WildcardTypeName.subtypeOf(element));
        return isNullable() ? Support.nullable(list) : list;
    }

    /** Whether the schema wants to be rid of it. */
    boolean isDeprecated() {
        return isDeprecated(features);
    }

    /** Whether the schema wants to be rid of what has these features. */
    static boolean isDeprecated(List<Feature> features) {
        return features.stream().anyMatch(f -> f.name().equals("deprecated"));
    }

    /** The annotations of its features. */
    static List<AnnotationSpec> annotations(List<Feature> features) {
        if (features.isEmpty()) {
            return List.of();
        }
        AnnotationSpec.Builder annotation = AnnotationSpec.builder(Support.FEATURES);
        features.forEach(f -> annotation.addMember("value", "$S", f.name()));
        return List.of(annotation.build());
    }
}
