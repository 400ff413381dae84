package dev.quarry.qapi.java;

import com.palantir.javapoet.ClassName;
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
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Generates Java from a schema: all of it can be read in {@link #types}. */
public final class JavaBackEnd {
    /** The first line of every file, which tells that it may be written over. */
    public static final String MARK = "// Generated from a QAPI schema; changes will be lost.";

    private final Schema schema;
    private final Scope scope;
    private final JavaTypes names;
    private final Documentations documentations;

    private JavaBackEnd(Schema schema, String packageName, Scope scope) {
        this.schema = schema;
        this.scope = scope;
        this.names = new JavaTypes(packageName, schema);
        this.documentations = new Documentations(schema);
    }

    /** All of the generated sources; see the other method. */
    public static Map<String, String> generate(Schema schema, String packageName) {
        return generate(schema, packageName, Scope.ALL);
    }

    /**
     * The generated sources.
     *
     * @param packageName the package of the classes
     * @param scope which of them
     * @return texts by path under the source root, such as {@code org/example/Foo.java}
     */
    public static Map<String, String> generate(Schema schema, String packageName, Scope scope) {
        return new JavaBackEnd(schema, packageName, scope).sources();
    }

    private Map<String, String> sources() {
        String folder = names.packageName().replace('.', '/') + "/";
        Map<String, String> sources = new TreeMap<>();
        sources.put(folder + "package-info.java", packageInfo());
        sources.putAll(
                types().parallelStream()
                        .map(Supplier::get)
                        .collect(Collectors.toMap(t -> folder + t.name() + ".java", this::text)));
        return sources;
    }

    /** The text of one file. Making a type and its text is most of the work, and needs no other. */
    private String text(TypeSpec type) {
        return JavaFile.builder(names.packageName(), type)
                .addFileComment("$L", MARK.substring("// ".length()))
                .indent("    ")
                .skipJavaLangImports(true)
                .build()
                .toString();
    }

    private String packageInfo() {
        return MARK
                + """

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

    /** What makes each type. Names are given out here, in the order of the schema. */
    private List<Supplier<TypeSpec>> types() {
        List<Supplier<TypeSpec>> types = new ArrayList<>();
        schema.all(SchemaType.class).stream()
                .filter(JavaTypes::isGenerated)
                .forEach(t -> types.add(() -> type(t)));
        schema.all(CommandDefinition.class).forEach(c -> addArguments(c, types));
        List<EventDefinition> events = schema.all(EventDefinition.class);
        events.forEach(e -> types.add(() -> new EventWriter(e, names, documentations).type()));
        ClassName decoder = names.claim("Events");
        if (scope.hasClient()) {
            types.add(() -> EventWriter.decoder(decoder, events, names));
        }
        addCommands(CommandGroup.of(schema, names), types);
        return types;
    }

    private void addCommands(List<CommandGroup> groups, List<Supplier<TypeSpec>> types) {
        ClassName table = names.claim("CommandTable");
        ClassName client = names.claim("QapiClient");
        if (scope.hasCommands()) {
            groups.forEach(g -> types.add(() -> g.type(names)));
        }
        if (scope.hasServer()) {
            types.add(() -> new TableWriter(table, names).type(groups));
        }
        if (scope.hasClient()) {
            types.add(() -> new ClientWriter(client, names).type(groups));
        }
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

    private void addArguments(CommandDefinition command, List<Supplier<TypeSpec>> types) {
        if (command.arguments() != null
                && command.arguments().type() instanceof ObjectType arguments
                && arguments.isImplicit()) {
            types.add(() -> new StructWriter(names, documentations).type(arguments, command));
        }
    }
}
