package dev.quarry.qapi;

import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.subset.SchemaUnderConditions;
import dev.quarry.qapi.subset.SelectedModules;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/** What a build wants of a schema: Java sources, and the introspection of it as a resource. */
public final class Generation {
    private final Schema schema;
    private final GenerationOptions options;

    /**
     * Selects what is wanted of a schema.
     *
     * @throws dev.quarry.qapi.subset.SubsetException the schema has no module of a name that was
     *     given
     */
    public Generation(Schema schema, GenerationOptions options) {
        this.schema =
                options.modules().isEmpty()
                        ? schema
                        : SelectedModules.of(schema, options.modules());
        this.options = options;
    }

    /**
     * Writes the sources under a source root; removes other generated ones of the package.
     *
     * @throws dev.quarry.qapi.subset.SubsetException a type has no branch left under the conditions
     * @throws java.io.UncheckedIOException a file can't be written
     */
    public void writeSources(Path sourceRoot) {
        Predicate<String> conditions = options.conditions();
        Schema wanted = conditions == null ? schema : SchemaUnderConditions.of(schema, conditions);
        Map<String, String> sources =
                JavaBackEnd.generate(wanted, options.packageName(), options.scope());
        new OutputFolder(sourceRoot).replace(sources, JavaBackEnd.MARK);
    }

    /**
     * Writes {@code introspection.json} into the package's folder. Without options about
     * conditions, they are kept in it.
     *
     * @throws java.io.UncheckedIOException the file can't be written
     */
    public void writeResources(Path resourceRoot) {
        String path = options.packageName().replace('.', '/') + "/introspection.json";
        String text = JsonText.of(Introspection.of(schema, true, presence())) + "\n";
        new OutputFolder(resourceRoot).write(Map.of(path, text));
    }

    private Presence presence() {
        @Nullable Predicate<String> conditions = options.conditions();
        return conditions == null ? Presence.keep() : Presence.evaluate(conditions);
    }
}
