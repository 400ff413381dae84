package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

import javax.lang.model.element.Modifier;

/** Writes the builder of a record: the stable way to make one, whatever members are added later. */
final class BuilderWriter {
    private final ClassName record;
    private final ClassName builder;
    private final List<Component> components;
    private final boolean open;
    private final @Nullable UnknownMembers unknown;

    BuilderWriter(
            ClassName record,
            List<Component> components,
            boolean open,
            @Nullable UnknownMembers unknown) {
        this.record = record;
        this.builder = record.nestedClass("Builder");
        this.components = components;
        this.open = open;
        this.unknown = unknown;
    }

    TypeSpec type() {
        TypeSpec.Builder type =
                TypeSpec.classBuilder(builder)
                        .addJavadoc(
                                "Collects the members of a {@link $T}; null leaves one out.\n",
                                record)
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                        .addMethod(
                                MethodSpec.constructorBuilder()
                                        .addModifiers(Modifier.PRIVATE)
                                        .build());
        components.forEach(c -> type.addField(field(c)).addMethod(setter(c)));
        if (unknown != null) {
            type.addField(unknown.field()).addMethod(unknown.setter(builder));
        }
        return type.addMethod(build()).build();
    }

    private static FieldSpec field(Component c) {
        return FieldSpec.builder(Support.nullable(c.typeName()), c.javaName(), Modifier.PRIVATE)
                .build();
    }

    private MethodSpec setter(Component c) {
        MethodSpec.Builder setter = MethodSpec.methodBuilder(c.javaName());
        if (!open && c.isDeprecated()) {
            setter.addAnnotation(Deprecated.class);
        }
        CodeBlock value = CodeBlock.of("$L", c.javaName());
        return setter.addModifiers(Modifier.PUBLIC)
                .returns(builder)
                .addParameter(c.acceptedType(), c.javaName())
                .addCode(
                        "this.$L = $L;\nreturn this;\n",
                        c.javaName(),
                        c.isOpenList() ? c.copyOf(value) : value)
                .build();
    }

    private MethodSpec build() {
        MethodSpec.Builder method =
                MethodSpec.methodBuilder("build")
                        .addJavadoc(
                                components.stream().allMatch(Component::isNullable)
                                        ? "The finished value.\n"
                                        : "The finished value.\n\n"
                                                + "@throws IllegalStateException a mandatory"
                                                + " member is missing\n")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(record);
        List<CodeBlock> values =
                new ArrayList<>(components.stream().map(BuilderWriter::argument).toList());
        if (unknown != null) {
            values.add(CodeBlock.of("this.$N", unknown.name()));
        }
        CodeBlock arguments = CodeBlock.join(values, ",\n");
        return method.addCode("return new $T($>$>\n$L$<$<);\n", record, arguments).build();
    }

    private static CodeBlock argument(Component c) {
        return c.isNullable()
                ? CodeBlock.of("this.$N", c.javaName())
                : CodeBlock.of(
                        "$T.mandatory(this.$N, $S)", Support.MEMBERS, c.javaName(), c.wireName());
    }
}
