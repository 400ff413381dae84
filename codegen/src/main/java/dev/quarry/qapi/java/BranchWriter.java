package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.ArrayType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.Member;
import dev.quarry.qapi.model.ObjectType;

import java.util.ArrayList;
import java.util.List;

import javax.lang.model.element.Modifier;

/** Writes the record of a union's branch: the base's members but the tag, then the branch's own. */
final class BranchWriter {
    private final ObjectType union;
    private final Branch branch;
    private final ClassName name;
    private final JavaTypes types;
    private final ObjectType own;
    private final List<Component> components;
    private final int ownFrom;
    private final String tagAccessor;

    BranchWriter(
            ObjectType union,
            Branch branch,
            ClassName name,
            JavaTypes types,
            Documentations documentations) {
        this.union = union;
        this.branch = branch;
        this.name = name;
        this.types = types;
        this.own = (ObjectType) branch.type().type();
        List<Member> members = new ArrayList<>(union.members());
        int baseSize = members.size();
        if (!own.isUnion()) {
            members.addAll(own.members());
        }
        List<Component> all =
                new ArrayList<>(
                        Component.of(members, types, types.isOpen(union), documentations::member));
        int tagIndex = members.indexOf(union.tagMember());
        this.tagAccessor = all.get(tagIndex).javaName();
        all.remove(tagIndex);
        if (own.isUnion()) {
            all.add(nestedUnion());
        }
        this.components = all;
        this.ownFrom = baseSize - 1;
    }

    private Component nestedUnion() {
        return new Component(
                "",
                "branch",
                own,
                types.className(own.name()),
                false,
                Condition.always(),
                List.of(),
                "the members of the branch, which is a union itself");
    }

    TypeSpec type(ClassName unionName) {
        RecordWriter writer = new RecordWriter(name, components, types, types.isOpen(union));
        TypeSpec.Builder spec =
                writer.record()
                        .addModifiers(Modifier.STATIC)
                        .addJavadoc(comment())
                        .addJavadoc(writer.parameters())
                        .addSuperinterface(unionName)
                        .addMethod(tag())
                        .addMethod(writer.encodeMembers(tagCall()));
        if (JavaTypes.isGenerated(own) && !own.isUnion()) {
            spec.addMethod(data());
        }
        return spec.build();
    }

    private CodeBlock comment() {
        String text = "Branch {@code " + branch.name() + "} of {@code " + union.name() + "}.";
        return JavadocText.of("", branch.condition(), text);
    }

    private MethodSpec tag() {
        ClassName tagType = types.className(union.tagType().name());
        String constant = EnumWriter.constants(union.tagType()).get(branch.name());
        return MethodSpec.methodBuilder(tagAccessor)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(tagType)
                .addStatement("return $T.$L", tagType, constant)
                .build();
    }

    private String tagCall() {
        return ".member(\"" + union.tagMember().name() + "\", \"" + branch.name() + "\")";
    }

    private MethodSpec data() {
        List<Component> ownComponents = components.subList(ownFrom, components.size());
        boolean taken = components.stream().anyMatch(c -> c.javaName().equals("data"));
        CodeBlock arguments =
                ownComponents.stream()
                        .map(c -> handedOn(c, CodeBlock.of("this.$N", c.javaName())))
                        .collect(CodeBlock.joining(", "));
        return MethodSpec.methodBuilder(taken ? "data_" : "data")
                .addJavadoc("The branch's own members as the struct they are written in.\n")
                .addModifiers(Modifier.PUBLIC)
                .returns(types.className(own.name()))
                .addStatement("return new $T($L)", types.className(own.name()), arguments)
                .build();
    }

    /** A list of constants is no list of open values, but a copy of it can be. */
    private static CodeBlock handedOn(Component c, CodeBlock value) {
        return c.type() instanceof ArrayType array && array.element().type() instanceof EnumType
                ? c.copyOf(value)
                : value;
    }
}
