package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import java.util.List;

import javax.lang.model.element.Modifier;

/** Writes the client: every command over a transport. */
final class ClientWriter {
    private final ClassName name;
    private final JavaTypes types;

    ClientWriter(ClassName name, JavaTypes types) {
        this.name = name;
        this.types = types;
    }

    TypeSpec type(List<CommandGroup> groups) {
        TypeSpec.Builder spec =
                TypeSpec.classBuilder(name)
                        .addAnnotation(Support.generated())
                        .addJavadoc(
                                "Every command of the schema, carried out by a server. What a"
                                        + " newer server sends and this schema lacks is kept as it"
                                        + " is.\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                        .addField(Support.TRANSPORT, "transport", Modifier.PRIVATE, Modifier.FINAL)
                        .addMethod(constructor());
        for (CommandGroup group : groups) {
            spec.addSuperinterface(group.name());
            group.commands().forEach(c -> spec.addMethod(command(c)));
        }
        return spec.build();
    }

    private static MethodSpec constructor() {
        return MethodSpec.constructorBuilder()
                .addJavadoc("A client of the server at the other end of the transport.\n")
                .addModifiers(Modifier.PUBLIC)
                .addParameter(Support.TRANSPORT, "transport")
                .addStatement("this.transport = transport")
                .build();
    }

    private MethodSpec command(CommandShape shape) {
        CodeBlock call =
                CodeBlock.of(
                        "this.transport.execute($S, $L)", shape.command().name(), argument(shape));
        MethodSpec.Builder method = shape.signature(types).addAnnotation(Override.class);
        if (Component.isDeprecated(shape.command().features())) {
            method.addAnnotation(Deprecated.class);
        }
        if (shape.returns() == null) {
            method.addStatement(call);
        } else if (shape.raw()) {
            method.addStatement("return $L", call);
        } else {
            CodeBlock input = CodeBlock.of("$T.lenient($L)", Support.JSON_INPUT, call);
            method.addStatement("return $L", types.decoded(shape.returns(), true, input));
        }
        return method.build();
    }

    private static CodeBlock argument(CommandShape shape) {
        if (shape.arguments() == null) {
            return CodeBlock.of("null");
        }
        return shape.raw()
                ? CodeBlock.of("out -> $T.any(out, arguments)", Support.JSON_OUTPUT)
                : CodeBlock.of("arguments");
    }
}
