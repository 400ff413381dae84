package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.Branch;
import dev.quarry.qapi.model.JsonType;
import dev.quarry.qapi.model.SchemaType;

import java.util.HashMap;
import java.util.Map;

import javax.lang.model.element.Modifier;

/** Writes an alternate: a sealed interface, and a record for each branch around its value. */
final class AlternateWriter {
    private final AlternateType alternate;
    private final JavaTypes types;
    private final ClassName name;
    private final ClassName unknown;
    private final boolean open;
    private final Map<String, ClassName> branchNames = new HashMap<>();

    AlternateWriter(AlternateType alternate, JavaTypes types) {
        this.alternate = alternate;
        this.types = types;
        this.name = types.className(alternate.name());
        UniqueNames names = UniqueNames.ofClasses();
        JavaNames.JAVA_LANG.forEach(names::claim);
        names.claim(name.simpleName());
        names.claim("Deserializer");
        for (Branch branch : alternate.branches()) {
            String wanted = JavaNames.type(branch.name());
            branchNames.put(branch.name(), name.nestedClass(names.claim(wanted)));
        }
        this.open = types.isOpen(alternate);
        this.unknown = name.nestedClass(names.claim("Unknown"));
    }

    TypeSpec type() {
        TypeSpec.Builder spec =
                TypeSpec.interfaceBuilder(name)
                        .addModifiers(Modifier.PUBLIC, Modifier.SEALED)
                        .addAnnotation(Support.generated())
                        .addAnnotations(Component.annotations(alternate.features()))
                        .addJavadoc(JavadocText.of(alternate, "{@code " + alternate.name() + "}."))
                        .addSuperinterface(Support.ENCODABLE)
                        .addMethod(decode());
        for (Branch branch : alternate.branches()) {
            spec.addPermittedSubclass(branchName(branch)).addType(branch(branch));
        }
        if (open) {
            spec.addPermittedSubclass(unknown).addType(unknown());
        }
        boolean nullable = alternate.branches().stream().anyMatch(AlternateWriter::isNull);
        return withJacksonAdapter(spec, name, nullable).build();
    }

    private ClassName branchName(Branch branch) {
        ClassName branchName = branchNames.get(branch.name());
        if (branchName == null) {
            throw new IllegalArgumentException(branch.name());
        }
        return branchName;
    }

    private static boolean isNull(Branch branch) {
        return branch.type().type().jsonType() == JsonType.NULL;
    }

    /** Lets a plain Jackson mapper use the type's own codec. */
    static TypeSpec.Builder withJacksonAdapter(
            TypeSpec.Builder spec, ClassName name, boolean nullable) {
        ClassName deserializer = name.nestedClass("Deserializer");
        TypeSpec adapter =
                TypeSpec.classBuilder(deserializer)
                        .addJavadoc("Reads one for a plain Jackson mapper.\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC, Modifier.FINAL)
                        .superclass(ParameterizedTypeName.get(Support.ALTERNATE_DESERIALIZER, name))
                        .addMethod(
                                MethodSpec.constructorBuilder()
                                        .addModifiers(Modifier.PUBLIC)
                                        .addStatement("super($T::decode, $L)", name, nullable)
                                        .build())
                        .build();
        return spec.addType(adapter)
                .addAnnotation(using(Support.JSON_SERIALIZE, Support.ALTERNATE_SERIALIZER))
                .addAnnotation(using(Support.JSON_DESERIALIZE, deserializer));
    }

    private static AnnotationSpec using(ClassName annotation, ClassName adapter) {
        return AnnotationSpec.builder(annotation).addMember("using", "$T.class", adapter).build();
    }

    private MethodSpec decode() {
        CodeBlock.Builder code = CodeBlock.builder();
        for (Branch branch : alternate.branches()) {
            code.beginControlFlow("if ($L)", test(branch))
                    .addStatement("return new $T($L)", branchName(branch), decoded(branch))
                    .endControlFlow();
        }
        if (open) {
            code.beginControlFlow("if (in.isLenient())")
                    .addStatement("return new $T(in.any())", unknown)
                    .endControlFlow();
        }
        code.addStatement("throw in.mistyped($S)", alternate.name());
        return MethodSpec.methodBuilder("decode")
                .addJavadoc("Reads one from JSON; the JSON type alone tells the branch.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(name)
                .addParameter(Support.JSON_INPUT, "in")
                .addCode(code.build())
                .build();
    }

    private static CodeBlock test(Branch branch) {
        CodeBlock test = CodeBlock.of("in.node().$L()", predicate(branch.type().type().jsonType()));
        return branch.condition().isAlways()
                ? test
                : CodeBlock.of(
                        "$L && ($L)",
                        test,
                        ConditionCode.of(branch.condition(), "in.conditions()"));
    }

    private static String predicate(JsonType type) {
        return switch (type) {
            case STRING -> "isString";
            case NUMBER, INT -> "isNumber";
            case BOOLEAN -> "isBoolean";
            case NULL -> "isNull";
            case OBJECT -> "isObject";
            case ARRAY -> "isArray";
            case VALUE -> throw new IllegalArgumentException("no branch of an alternate");
        };
    }

    private CodeBlock decoded(Branch branch) {
        return isNull(branch)
                ? CodeBlock.of("")
                : types.decoded(branch.type().type(), open, CodeBlock.of("in"));
    }

    private TypeSpec branch(Branch branch) {
        SchemaType type = branch.type().type();
        MethodSpec.Builder header = MethodSpec.constructorBuilder();
        TypeSpec.Builder spec =
                TypeSpec.recordBuilder(branchName(branch).simpleName())
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                        .addJavadoc(comment(branch))
                        .addSuperinterface(name)
                        .addMethod(encode(branch));
        if (!isNull(branch)) {
            TypeName valueType = types.typeName(type, open);
            header.addParameter(valueType, "value");
            spec.addJavadoc("\n@param value the value itself\n");
        }
        return spec.recordConstructor(header.build()).build();
    }

    private CodeBlock comment(Branch branch) {
        String text = alternate.documentation().member(branch.name());
        String fallback =
                "Branch {@code " + branch.name() + "} of {@code " + alternate.name() + "}.";
        return JavadocText.of(text, branch.condition(), fallback);
    }

    private MethodSpec encode(Branch branch) {
        CodeBlock out = CodeBlock.of("out");
        CodeBlock statement =
                isNull(branch)
                        ? CodeBlock.of("out.writeNull()")
                        : types.encoding(branch.type().type(), out, CodeBlock.of("this.value"));
        return encode(statement);
    }

    private static MethodSpec encode(CodeBlock statement) {
        return MethodSpec.methodBuilder("encode")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .addParameter(Support.JSON_GENERATOR, "out")
                .addStatement(statement)
                .build();
    }

    /** The branch that only a newer server knows. */
    private TypeSpec unknown() {
        MethodSpec header =
                MethodSpec.constructorBuilder().addParameter(Support.JSON_NODE, "value").build();
        return TypeSpec.recordBuilder(unknown.simpleName())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .addJavadoc(
                        """
                        A value of no branch of this schema, as a newer server may send.

                        @param value the value as received
                        """)
                .addSuperinterface(name)
                .recordConstructor(header)
                .addMethod(encode(CodeBlock.of("$T.any(out, this.value)", Support.JSON_OUTPUT)))
                .build();
    }
}
