package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.ArrayType;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

import javax.lang.model.element.Modifier;

/** Writes a record with its codec and builder. */
final class RecordWriter {
    /** Before a call that continues an expression on a line of its own. */
    private static final String CALL = "\n        .";

    private final ClassName name;
    private final List<Component> components;
    private final JavaTypes types;
    private final boolean open;
    private final @Nullable UnknownMembers unknown;

    /**
     * @param open whether the record holds what only a newer schema has
     */
    RecordWriter(ClassName name, List<Component> components, JavaTypes types, boolean open) {
        this.name = name;
        this.components = List.copyOf(components);
        this.types = types;
        this.open = open;
        boolean elsewhere = components.stream().anyMatch(UnionWriter::isNestedUnion);
        this.unknown = open && !elsewhere ? new UnknownMembers(components) : null;
    }

    /** The {@code @param} tags of the record's comment. */
    CodeBlock parameters() {
        CodeBlock.Builder tags = JavadocText.parameters(components).toBuilder();
        if (unknown != null) {
            tags.add(components.isEmpty() ? "\n" : "").add(unknown.tag());
        }
        return tags.build();
    }

    /** The record with everything but a superinterface and encoding. */
    TypeSpec.Builder record() {
        TypeSpec.Builder spec =
                TypeSpec.recordBuilder(name.simpleName())
                        .addModifiers(Modifier.PUBLIC)
                        .addAnnotation(
                                AnnotationSpec.builder(Support.JSON_INCLUDE)
                                        .addMember(
                                                "value",
                                                "$T.Include.NON_NULL",
                                                Support.JSON_INCLUDE)
                                        .build())
                        .recordConstructor(header())
                        .addMethods(checks())
                        .addMethods(deprecatedAccessors())
                        .addMethod(decodeMembers())
                        .addMethod(builder())
                        .addMethod(toBuilder())
                        .addType(new BuilderWriter(name, components, open, unknown).type());
        if (unknown != null) {
            spec.addMethod(unknown.constructorWithout(components));
        }
        return spec;
    }

    private MethodSpec header() {
        MethodSpec.Builder header = MethodSpec.constructorBuilder();
        for (Component c : components) {
            header.addParameter(
                    ParameterSpec.builder(c.declaredType(), c.javaName())
                            .addAnnotation(property(c))
                            .addAnnotations(Component.annotations(c.features()))
                            .build());
        }
        if (unknown != null) {
            header.addParameter(unknown.component());
        }
        return header.build();
    }

    /** What a client should not rely on any more. A component itself can't be deprecated. */
    private List<MethodSpec> deprecatedAccessors() {
        return components.stream()
                .filter(c -> open && c.isDeprecated())
                .map(c ->
                        MethodSpec.methodBuilder(c.javaName())
                                .addAnnotation(Override.class)
                                .addAnnotation(Deprecated.class)
                                .addModifiers(Modifier.PUBLIC)
                                .returns(c.declaredType())
                                .addStatement("return this.$N", c.javaName())
                                .build())
                .toList();
    }

    private static AnnotationSpec property(Component c) {
        AnnotationSpec.Builder property =
                AnnotationSpec.builder(Support.JSON_PROPERTY)
                        .addMember("value", "$S", c.wireName());
        if (!c.isNullable()) {
            property.addMember("required", "true");
        }
        return property.build();
    }

    private List<MethodSpec> checks() {
        CodeBlock.Builder code = CodeBlock.builder();
        components.forEach(c -> check(c, code));
        if (unknown != null) {
            code.add(unknown.check());
        }
        return code.isEmpty()
                ? List.of()
                : List.of(
                        MethodSpec.compactConstructorBuilder()
                                .addModifiers(Modifier.PUBLIC)
                                .addCode(code.build())
                                .build());
    }

    private static void check(Component c, CodeBlock.Builder code) {
        String n = c.javaName();
        if (c.type() instanceof ArrayType) {
            code.addStatement("$N = $L", n, c.copyOf(CodeBlock.of("$N", n)));
        } else if (c.needsNullCheck()) {
            code.addStatement("$T.requireNonNull($N, $S)", Objects.class, n, n);
        }
    }

    /** {@code static T decode(JsonInput in)}. */
    MethodSpec decode() {
        return MethodSpec.methodBuilder("decode")
                .addJavadoc("Reads one from JSON, strictly or leniently as the input says.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(Support.JSON_INPUT, "in")
                .addStatement("return decodeMembers(in.object())")
                .build();
    }

    private MethodSpec decodeMembers() {
        List<CodeBlock> values = new ArrayList<>(components.stream().map(this::decoded).toList());
        MethodSpec.Builder method =
                MethodSpec.methodBuilder("decodeMembers")
                        .addModifiers(Modifier.STATIC)
                        .returns(name)
                        .addParameter(Support.OBJECT_INPUT, "in");
        if (unknown != null) {
            values.add(CodeBlock.of("in.rest()"));
            return method.addCode(
                            "return new $T($>$>\n$L$<$<);\n", name, CodeBlock.join(values, ",\n"))
                    .build();
        }
        return method.addCode(
                        "return in.finish(new $T($>$>\n$L$<$<));\n",
                        name,
                        CodeBlock.join(values, ",\n"))
                .build();
    }

    private CodeBlock decoded(Component c) {
        if (UnionWriter.isNestedUnion(c)) {
            return CodeBlock.of("$T.decodeMembers(in)", c.typeName());
        }
        CodeBlock decoder = types.decoder(c.type(), open);
        String method = c.optional() ? "optional" : "required";
        if (c.condition().isAlways()) {
            return CodeBlock.of("in.$L($S, $L)", method, c.wireName(), decoder);
        }
        CodeBlock holds = ConditionCode.of(c.condition(), "in.conditions()");
        return CodeBlock.of("in.$LIf($L, $S, $L)", method, holds, c.wireName(), decoder);
    }

    private MethodSpec builder() {
        return MethodSpec.methodBuilder("builder")
                .addJavadoc("A builder without any member set.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(builderName())
                .addStatement("return new $T()", builderName())
                .build();
    }

    private MethodSpec toBuilder() {
        StringBuilder calls = new StringBuilder();
        Stream.concat(
                        components.stream().map(Component::javaName),
                        Stream.ofNullable(unknown).map(UnknownMembers::name))
                .forEach(n -> calls.append(CALL).append(n + "(this." + n + ")"));
        return MethodSpec.methodBuilder("toBuilder")
                .addJavadoc("A builder that begins with these members.\n")
                .addModifiers(Modifier.PUBLIC)
                .returns(builderName())
                .addCode("return new $T()$L;\n", builderName(), calls)
                .build();
    }

    private ClassName builderName() {
        return name.nestedClass("Builder");
    }

    /** {@code void NAME(JsonGenerator out)} that writes the members as an object. */
    MethodSpec encode(String method) {
        return MethodSpec.methodBuilder(method)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .addParameter(Support.JSON_GENERATOR, "out")
                .addCode("$T.of(out)$L.end();\n", Support.OBJECT_OUTPUT, memberCalls())
                .build();
    }

    /**
     * {@code void encodeMembers(ObjectOutput out)}.
     *
     * @param tag the call that writes the discriminator, or nothing
     */
    MethodSpec encodeMembers(String tag) {
        return MethodSpec.methodBuilder("encodeMembers")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .addParameter(Support.OBJECT_OUTPUT, "out")
                .addCode("out$L$L;\n", tag, memberCalls())
                .build();
    }

    /** A call for each member, one a line. As few pieces as can be, since each piece costs. */
    private CodeBlock memberCalls() {
        CodeBlock.Builder calls = CodeBlock.builder();
        components.forEach(c -> addMemberCall(c, calls));
        if (unknown != null) {
            calls.add(CALL + "members(this." + unknown.name() + ")");
        }
        return calls.build();
    }

    private void addMemberCall(Component c, CodeBlock.Builder calls) {
        String value = "this." + c.javaName();
        if (UnionWriter.isNestedUnion(c)) {
            calls.add(CALL + "with(" + value + "::encodeMembers)");
        } else if (c.type() instanceof ArrayType list) {
            calls.add(CALL + "member($S, $L, $L)", c.wireName(), value, types.elementWriter(list));
        } else {
            calls.add(CALL + "member(\"" + c.wireName() + "\", " + value + ")");
        }
    }
}
