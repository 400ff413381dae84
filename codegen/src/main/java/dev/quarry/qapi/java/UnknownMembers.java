package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;

import java.util.List;
import java.util.Map;

import javax.lang.model.element.Modifier;

/**
 * Writes the last component of an open record: the members that only a newer schema has, as
 * received.
 */
final class UnknownMembers {
    private static final ParameterizedTypeName TYPE =
            ParameterizedTypeName.get(
                    ClassName.get(Map.class), ClassName.get(String.class), Support.JSON_NODE);

    private final String name;

    /**
     * @param components the record's other components, whose names it keeps clear of
     */
    UnknownMembers(List<Component> components) {
        UniqueNames names = UniqueNames.ofMembers();
        components.forEach(c -> names.claim(c.javaName()));
        this.name = names.claim("unknownMembers");
    }

    String name() {
        return name;
    }

    /** The component. A plain Jackson mapper fills it, too. */
    ParameterSpec component() {
        return ParameterSpec.builder(TYPE, name)
                .addAnnotation(Support.JSON_ANY_SETTER)
                .addAnnotation(Support.JSON_ANY_GETTER)
                .build();
    }

    /** The {@code @param} tag of the record's comment. */
    CodeBlock tag() {
        return CodeBlock.of("@param $L members that this schema lacks, in order\n", name);
    }

    /** The constructor of a record that has none. */
    MethodSpec constructorWithout(List<Component> components) {
        MethodSpec.Builder constructor =
                MethodSpec.constructorBuilder()
                        .addJavadoc("One without members that this schema lacks.\n")
                        .addModifiers(Modifier.PUBLIC);
        components.forEach(c -> constructor.addParameter(c.declaredType(), c.javaName()));
        CodeBlock arguments =
                components.stream()
                        .map(c -> CodeBlock.of("$N, ", c.javaName()))
                        .collect(CodeBlock.joining(""));
        return constructor.addStatement("this($L$T.of())", arguments, Map.class).build();
    }

    /** The statement of the compact constructor. */
    CodeBlock check() {
        return CodeBlock.of("$1N = $2T.unknown($1N);\n", name, Support.MEMBERS);
    }

    /** The builder's field. */
    FieldSpec field() {
        return FieldSpec.builder(TYPE, name, Modifier.PRIVATE)
                .initializer("$T.of()", Map.class)
                .build();
    }

    /** The builder's setter. */
    MethodSpec setter(ClassName builder) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc("Sets the members that this schema lacks.\n")
                .addModifiers(Modifier.PUBLIC)
                .returns(builder)
                .addParameter(TYPE, name)
                .addStatement("this.$1N = $1N", name)
                .addStatement("return this")
                .build();
    }
}
