package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.lang.model.element.Modifier;

/** The commands of one schema file: an interface. */
record CommandGroup(ClassName name, String file, List<CommandShape> commands) {

    /** The groups of a schema, in the order of its files. */
    static List<CommandGroup> of(Schema schema, JavaTypes types) {
        Map<String, List<CommandDefinition>> byFile = new LinkedHashMap<>();
        for (Module module : schema.modules()) {
            module.definitions().stream()
                    .filter(CommandDefinition.class::isInstance)
                    .forEach(d ->
                            byFile.computeIfAbsent(module.file().baseName(), n -> new ArrayList<>())
                                    .add((CommandDefinition) d));
        }
        List<CommandGroup> groups = new ArrayList<>();
        UniqueNames methods = UniqueNames.ofMembers();
        methods.claim(TableWriter.OF);
        byFile.forEach((file, commands) ->
                groups.add(
                        new CommandGroup(
                                types.claim(JavaNames.type(file) + "Commands"),
                                file,
                                CommandShape.of(commands, methods))));
        return groups;
    }

    TypeSpec type(JavaTypes types) {
        TypeSpec.Builder spec =
                TypeSpec.interfaceBuilder(name)
                        .addAnnotation(Support.generated())
                        .addJavadoc(
                                "The commands of {@code $L.json}. A server's handlers implement it,"
                                        + " and so does the client.\n\n"
                                        + "<p>Every method throws {@link $T} where the command"
                                        + " fails.\n",
                                file,
                                Support.QMP_EXCEPTION)
                        .addModifiers(Modifier.PUBLIC);
        for (CommandShape shape : commands) {
            CodeBlock comment =
                    JavadocText.of(
                            shape.command(), "Command {@code " + shape.command().name() + "}.");
            spec.addMethod(
                    shape.signature(types)
                            .addModifiers(Modifier.ABSTRACT)
                            .addAnnotations(Component.annotations(shape.command().features()))
                            .addJavadoc(comment)
                            .build());
        }
        return spec.build();
    }
}
