package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.ObjectType;

import java.util.List;

/** Writes a struct, or the arguments of a command. */
final class StructWriter {
    private final JavaTypes types;
    private final Documentations documentations;

    StructWriter(JavaTypes types, Documentations documentations) {
        this.types = types;
        this.documentations = documentations;
    }

    /**
     * The record.
     *
     * @param definition whose documentation and features it takes: the struct or the command
     */
    TypeSpec type(ObjectType struct, Definition definition) {
        ClassName name = types.className(struct.name());
        boolean open = types.isOpen(struct);
        List<Component> components =
                Component.of(struct.members(), types, open, documentations::member);
        RecordWriter writer = new RecordWriter(name, components, types, open);
        boolean arguments = !definition.equals(struct);
        CodeBlock comment =
                arguments
                        ? CodeBlock.of("The arguments of {@code $L}.\n", definition.name())
                        : JavadocText.of(definition, "{@code " + struct.name() + "}.");
        return writer.record()
                .addAnnotation(Support.generated())
                .addAnnotations(arguments ? List.of() : Component.annotations(struct.features()))
                .addJavadoc(comment)
                .addJavadoc(writer.parameters())
                .addSuperinterface(Support.ENCODABLE)
                .addMethod(writer.decode())
                .addMethod(writer.encode("encode"))
                .build();
    }
}
