package dev.quarry.qapi.java;

import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;

import dev.quarry.qapi.model.AlternateType;
import dev.quarry.qapi.model.CommandDefinition;
import dev.quarry.qapi.model.Documentations;
import dev.quarry.qapi.model.EnumType;
import dev.quarry.qapi.model.EventDefinition;
import dev.quarry.qapi.model.ObjectType;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.model.SchemaType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Generates Java from a schema: all of it can be read in {@link #types}. */
public final class JavaBackEnd {
    private final Schema schema;
    private final JavaTypes names;
    private final Documentations documentations;

    private JavaBackEnd(Schema schema, String packageName) {
        this.schema = schema;
        this.names = new JavaTypes(packageName, schema);
        this.documentations = new Documentations(schema);
    }

    /**
     * The generated sources.
     *
     * @return texts by path under the source root, such as {@code org/example/Foo.java}
     */
    public static Map<String, String> generate(Schema schema, String packageName) {
        return new JavaBackEnd(schema, packageName).sources();
    }

    private Map<String, String> sources() {
        String folder = names.packageName().replace('.', '/') + "/";
        Map<String, String> sources = new TreeMap<>();
        sources.put(folder + "package-info.java", packageInfo());
        for (TypeSpec type : types()) {
            String text =
                    JavaFile.builder(names.packageName(), type)
                            .addFileComment("Generated from a QAPI schema; changes will be lost.")
                            .indent("    ")
                            .skipJavaLangImports(true)
                            .build()
                            .toString();
            sources.put(folder + type.name() + ".java", text);
        }
        return sources;
    }

    private String packageInfo() {
        return """
        /**
         * Types, codecs, commands and events, generated from a QAPI schema.
         *
         * <p>Threads: all types are immutable; builders belong to one thread.
         */
        @NullMarked
        package %s;

        import org.jspecify.annotations.NullMarked;
        """
                .formatted(names.packageName());
    }

    private List<TypeSpec> types() {
        List<TypeSpec> types = new ArrayList<>();
        schema.all(SchemaType.class).stream()
                .filter(JavaTypes::isGenerated)
                .forEach(t -> types.add(type(t)));
        schema.all(CommandDefinition.class).forEach(c -> addArguments(c, types));
        List<EventDefinition> events = schema.all(EventDefinition.class);
        events.forEach(e -> types.add(new EventWriter(e, names, documentations).type()));
        types.add(EventWriter.decoder(names.claim("Events"), events, names));
        List<CommandGroup> groups = CommandGroup.of(schema, names);
        groups.forEach(g -> types.add(g.type(names)));
        types.add(new TableWriter(names.claim("CommandTable"), names).type(groups));
        types.add(new ClientWriter(names.claim("QapiClient"), names).type(groups));
        return types;
    }

    private TypeSpec type(SchemaType type) {
        if (type instanceof EnumType enumeration) {
            return new EnumWriter(enumeration, names).type();
        }
        if (type instanceof AlternateType alternate) {
            return new AlternateWriter(alternate, names).type();
        }
        ObjectType object = (ObjectType) type;
        return object.isUnion()
                ? new UnionWriter(object, names, documentations).type()
                : new StructWriter(names, documentations).type(object, object);
    }

    private void addArguments(CommandDefinition command, List<TypeSpec> types) {
        if (command.arguments() != null
                && command.arguments().type() instanceof ObjectType arguments
                && arguments.isImplicit()) {
            types.add(new StructWriter(names, documentations).type(arguments, command));
        }
    }
}
