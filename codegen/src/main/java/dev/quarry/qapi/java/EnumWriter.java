package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EnumValue;

import java.util.LinkedHashMap;
import java.util.Map;

import javax.lang.model.element.Modifier;

/** Writes an enumeration. */
final class EnumWriter {
    private final EnumType type;
    private final ClassName name;

    EnumWriter(EnumType type, JavaTypes types) {
        this.type = type;
        this.name = types.className(type.name());
    }

    /** The constant of each value, by wire name. */
    static Map<String, String> constants(EnumType type) {
        UniqueNames names = UniqueNames.ofMembers();
        Map<String, String> constants = new LinkedHashMap<>();
        for (EnumValue value : type.values()) {
            constants.put(value.name(), names.claim(JavaNames.constant(value.name())));
        }
        return constants;
    }

    TypeSpec type() {
        TypeSpec.Builder spec =
                type.values().isEmpty()
                        ? TypeSpec.classBuilder(name).addModifiers(Modifier.FINAL)
                        : TypeSpec.enumBuilder(name);
        spec.addModifiers(Modifier.PUBLIC)
                .addAnnotation(Support.generated())
                .addAnnotations(Component.annotations(type.features()))
                .addJavadoc(JavadocText.of(type, "{@code " + type.name() + "}."))
                .addSuperinterface(ParameterizedTypeName.get(Support.OPEN_ENUM, name))
                .addField(String.class, "wireName", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(constructor())
                .addMethod(wireName())
                .addMethod(known())
                .addMethod(find())
                .addMethod(decode())
                .addMethod(decodeOpen());
        Map<String, String> constants = constants(type);
        type.values().forEach(v -> spec.addEnumConstant(constants.get(v.name()), constant(v)));
        return spec.build();
    }

    private TypeSpec constant(EnumValue value) {
        String text = type.documentation().member(value.name());
        return TypeSpec.anonymousClassBuilder("$S", value.name())
                .addJavadoc(
                        JavadocText.of(text, value.condition(), "{@code " + value.name() + "}."))
                .addAnnotation(
                        AnnotationSpec.builder(Support.JSON_PROPERTY)
                                .addMember("value", "$S", value.name())
                                .build())
                .addAnnotations(Component.annotations(value.features()))
                .build();
    }

    private static MethodSpec constructor() {
        return MethodSpec.constructorBuilder()
                .addModifiers(Modifier.PRIVATE)
                .addParameter(String.class, "wireName")
                .addStatement("this.wireName = wireName")
                .build();
    }

    private static MethodSpec wireName() {
        return MethodSpec.methodBuilder("wireName")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(String.class)
                .addStatement("return wireName")
                .build();
    }

    private MethodSpec known() {
        return MethodSpec.methodBuilder("known")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(name)
                .addStatement("return this")
                .build();
    }

    /** The method that finds the constant of a string, null where there is none. */
    private MethodSpec find() {
        CodeBlock.Builder code = CodeBlock.builder();
        code.add("return switch (in.string()) {\n$>");
        constants(type).forEach((wire, constant) -> code.add(found(wire, constant)));
        code.addStatement("default -> null").add("$<};\n");
        return MethodSpec.methodBuilder("find")
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(Support.nullable(name))
                .addParameter(Support.JSON_INPUT, "in")
                .addCode(code.build())
                .build();
    }

    private CodeBlock found(String wire, String constant) {
        EnumValue value = type.value(wire).orElseThrow();
        if (value.condition().isAlways()) {
            return CodeBlock.of("case $S -> $N;\n", wire, constant);
        }
        CodeBlock holds = ConditionCode.of(value.condition(), "in.conditions()");
        return CodeBlock.of("case $S -> $L ? $N : null;\n", wire, holds, constant);
    }

    private MethodSpec decode() {
        return decode(
                "decode",
                name,
                CodeBlock.of("in.value(find(in), $S)", type.name()),
                "Reads one from a JSON string; refuses one that is no value.\n");
    }

    private MethodSpec decodeOpen() {
        return decode(
                "decodeOpen",
                ParameterizedTypeName.get(Support.OPEN_ENUM, name),
                CodeBlock.of("in.openValue(find(in), $S)", type.name()),
                "Reads one from a JSON string; a lenient input keeps one that is no value.\n");
    }

    private static MethodSpec decode(
            String method, TypeName returns, CodeBlock value, String comment) {
        return MethodSpec.methodBuilder(method)
                .addJavadoc(comment)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(returns)
                .addParameter(Support.JSON_INPUT, "in")
                .addStatement("return $L", value)
                .build();
    }
}
