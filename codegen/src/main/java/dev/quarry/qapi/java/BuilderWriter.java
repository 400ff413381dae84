package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import java.util.List;

import javax.lang.model.element.Modifier;

/** Writes the builder of a record: the stable way to make one, whatever members are added later. */
final class BuilderWriter {
    private final ClassName record;
    private final ClassName builder;
    private final List<Component> components;

    BuilderWriter(ClassName record, List<Component> components) {
        this.record = record;
        this.builder = record.nestedClass("Builder");
        this.components = components;
    }

    TypeSpec type() {
        TypeSpec.Builder type =
                TypeSpec.classBuilder(builder)
                        .addJavadoc("Collects the members of a {@link $T}.\n", record)
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                        .addMethod(
                                MethodSpec.constructorBuilder()
                                        .addModifiers(Modifier.PRIVATE)
                                        .build());
        components.forEach(c -> type.addField(field(c)).addMethod(setter(c)));
        return type.addMethod(build()).build();
    }

    private static FieldSpec field(Component c) {
        return FieldSpec.builder(Support.nullable(c.typeName()), c.javaName(), Modifier.PRIVATE)
                .build();
    }

    private MethodSpec setter(Component c) {
        return MethodSpec.methodBuilder(c.javaName())
                .addJavadoc(
                        c.isNullable()
                                ? "Sets member \"$L\"; null leaves it out.\n"
                                : "Sets member \"$L\", which is mandatory.\n",
                        c.wireName())
                .addModifiers(Modifier.PUBLIC)
                .returns(builder)
                .addParameter(c.declaredType(), c.javaName())
                .addStatement("this.$1N = $1N", c.javaName())
                .addStatement("return this")
                .build();
    }

    private MethodSpec build() {
        MethodSpec.Builder method =
                MethodSpec.methodBuilder("build")
                        .addJavadoc(
                                "The finished value.\n\n"
                                        + "@throws IllegalStateException a mandatory member is"
                                        + " missing\n")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(record);
        CodeBlock arguments =
                components.stream().map(BuilderWriter::argument).collect(CodeBlock.joining(",\n"));
        return method.addCode("return new $T($>$>\n$L$<$<);\n", record, arguments).build();
    }

    private static CodeBlock argument(Component c) {
        return c.isNullable()
                ? CodeBlock.of("this.$N", c.javaName())
                : CodeBlock.of(
                        "$T.mandatory(this.$N, $S)", Support.MANDATORY, c.javaName(), c.wireName());
    }
}
