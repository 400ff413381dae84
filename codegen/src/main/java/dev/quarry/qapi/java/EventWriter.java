package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.Condition;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.TypeRef;

import java.util.List;

import javax.lang.model.element.Modifier;

/** Writes an event: a record of its data; where the data is a union, a record around that. */
final class EventWriter {
    private final EventDefinition event;
    private final JavaTypes types;
    private final ClassName name;
    private final List<Component> components;
    private final boolean union;

    EventWriter(EventDefinition event, JavaTypes types, Documentations documentations) {
        this.event = event;
        this.types = types;
        this.name = types.className(event.name());
        TypeRef data = event.data();
        ObjectType type = data == null ? ObjectType.EMPTY : (ObjectType) data.type();
        this.union = type.isUnion();
        this.components =
                union
                        ? List.of(unionData(type))
                        : Component.of(type.members(), types, true, documentations::member);
    }

    private Component unionData(ObjectType type) {
        return new Component(
                "",
                "data",
                type,
                types.typeName(type, true),
                false,
                Condition.always(),
                List.of(),
                "the event's data");
    }

    TypeSpec type() {
        RecordWriter writer = new RecordWriter(name, components, types, true);
        return writer.record()
                .addAnnotation(Support.generated())
                .addAnnotations(Component.annotations(event.features()))
                .addJavadoc(JavadocText.of(event, "Event {@code " + event.name() + "}."))
                .addJavadoc(writer.parameters())
                .addSuperinterface(Support.EVENT)
                .addMethod(writer.decode())
                .addMethod(constant("wireName", String.class, CodeBlock.of("$S", event.name())))
                .addMethod(
                        constant(
                                "hasData", boolean.class, CodeBlock.of("$L", event.data() != null)))
                .addMethod(writer.encode("encodeData"))
                .build();
    }

    private static MethodSpec constant(String method, Class<?> type, CodeBlock value) {
        return MethodSpec.methodBuilder(method)
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(type)
                .addStatement("return $L", value)
                .build();
    }

    /** The class that finds an event's record by its wire name. */
    static TypeSpec decoder(ClassName name, List<EventDefinition> events, JavaTypes types) {
        CodeBlock.Builder code = CodeBlock.builder();
        code.addStatement(
                "$T in = data == null ? $T.empty() : $T.lenient(data)",
                Support.JSON_INPUT,
                Support.JSON_INPUT,
                Support.JSON_INPUT);
        code.add("return switch (name) {\n$>");
        events.forEach(
                e -> code.add("case $S -> $T.decode(in);\n", e.name(), types.className(e.name())));
        code.addStatement("default -> new $T(name, data)", Support.UNKNOWN_EVENT);
        code.add("$<};\n");
        MethodSpec decode =
                MethodSpec.methodBuilder("decode")
                        .addJavadoc(
                                "The event of that name, with its data as received; an event that"
                                        + " this schema lacks comes as an unknown one.\n\n"
                                        + "@param data null where the message has none\n")
                        .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                        .returns(Support.EVENT)
                        .addParameter(String.class, "name")
                        .addParameter(Support.nullable(Support.JSON_NODE), "data")
                        .addCode(code.build())
                        .build();
        return TypeSpec.classBuilder(name)
                .addAnnotation(Support.generated())
                .addJavadoc("The events of the schema, by wire name.\n")
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder().addModifiers(Modifier.PRIVATE).build())
                .addMethod(decode)
                .build();
    }
}
