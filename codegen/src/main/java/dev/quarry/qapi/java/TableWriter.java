package dev.quarry.qapi.java;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.CommandDefinition.Flag;
import dev.quarry.qapi.model.SchemaType;

import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.lang.model.element.Modifier;

/** Writes the table of commands: for each interface, its handlers behind decoding and encoding. */
final class TableWriter {
    private static final Map<Flag, String> FLAGS =
            Map.of(
                    Flag.ALLOW_OOB, "ALLOW_OOB",
                    Flag.ALLOW_PRECONFIG, "ALLOW_PRECONFIG",
                    Flag.NO_SUCCESS_RESPONSE, "NO_SUCCESS_RESPONSE");

    /** The method that makes the commands of an interface. */
    static final String OF = "of";

    private final ClassName name;
    private final JavaTypes types;

    TableWriter(ClassName name, JavaTypes types) {
        this.name = name;
        this.types = types;
    }

    TypeSpec type(List<CommandGroup> groups) {
        TypeSpec.Builder spec =
                TypeSpec.classBuilder(name)
                        .addAnnotation(Support.generated())
                        .addJavadoc("The commands of a server, made from its handlers.\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                        .addMethod(
                                MethodSpec.constructorBuilder()
                                        .addModifiers(Modifier.PRIVATE)
                                        .build());
        if (groups.size() > 1) {
            spec.addAnnotation(
                    AnnotationSpec.builder(SuppressWarnings.class)
                            .addMember("value", "$S", "overloads")
                            .build());
        }
        for (CommandGroup group : groups) {
            spec.addMethod(of(group));
            group.commands().forEach(c -> spec.addMethod(command(group, c)));
        }
        return spec.build();
    }

    private MethodSpec of(CommandGroup group) {
        CodeBlock commands =
                group.commands().stream()
                        .map(c -> CodeBlock.of("$L(handlers)", c.method()))
                        .collect(CodeBlock.joining(",\n"));
        return MethodSpec.methodBuilder(OF)
                .addJavadoc("The commands of {@code $L.json}.\n", group.file())
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(ParameterizedTypeName.get(ClassName.get(List.class), Support.COMMAND))
                .addParameter(group.name(), "handlers")
                .addCode("return $T.of($>$>\n$L$<$<);\n", List.class, commands)
                .build();
    }

    private MethodSpec command(CommandGroup group, CommandShape shape) {
        return MethodSpec.methodBuilder(shape.method())
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(Support.COMMAND)
                .addParameter(group.name(), "handlers")
                .addCode("return new $T($>$>\n", Support.COMMAND)
                .addCode("$S,\n", shape.command().name())
                .addCode("$L,\n", flags(shape))
                .addCode(
                        "conditions -> $L,\n",
                        ConditionCode.of(shape.command().condition(), "conditions"))
                .addCode("in -> {\n$>$L$<});\n$<$<", handler(shape))
                .build();
    }

    private static CodeBlock flags(CommandShape shape) {
        CodeBlock flags =
                shape.command().flags().stream()
                        .sorted()
                        .filter(FLAGS::containsKey)
                        .map(f -> CodeBlock.of("$T.$L", Support.FLAG, FLAGS.get(f)))
                        .collect(CodeBlock.joining(", "));
        return CodeBlock.of("$T.of($L)", Set.class, flags);
    }

    private CodeBlock handler(CommandShape shape) {
        CodeBlock.Builder code = CodeBlock.builder();
        CodeBlock argument = CodeBlock.of("");
        if (shape.arguments() == null) {
            code.addStatement("in.noMembers()");
        } else if (shape.raw()) {
            argument = CodeBlock.of("in.node()");
        } else {
            argument = types.decoded(shape.arguments(), false, CodeBlock.of("in"));
        }
        CodeBlock call = CodeBlock.of("handlers.$L($L)", shape.method(), argument);
        SchemaType returns = shape.returns();
        if (returns == null) {
            code.addStatement(call).addStatement("return $T.EMPTY", Support.ENCODABLE);
        } else {
            code.addStatement("$T result = $L", shape.returnType(types), call);
            code.addStatement("return out -> $L", encoding(shape, returns));
        }
        return code.build();
    }

    private CodeBlock encoding(CommandShape shape, SchemaType returns) {
        CodeBlock out = CodeBlock.of("out");
        CodeBlock result = CodeBlock.of("result");
        return shape.raw()
                ? CodeBlock.of("$T.any(out, result)", Support.JSON_OUTPUT)
                : types.encoding(returns, out, result);
    }
}
