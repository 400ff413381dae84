package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.java.JavaBackEnd;
import dev.quarry.qapi.json.Introspection;
import dev.quarry.qapi.json.JsonText;
import dev.quarry.qapi.json.Presence;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import java.nio.file.Path;
import java.util.Map;

/** What a build wants of a schema: Java sources, and the introspection of it as a resource. */
public final class Generation {
    private final Schema schema;
    private final String packageName;

    /**
     * Reads a schema.
     *
     * @param root its root file
     * @param dialect the releases whose language it may be in
     * @param packageName the package of what is generated
     * @throws dev.quarry.qapi.source.SchemaException the schema is wrong
     */
    public Generation(Path root, Dialect dialect, String packageName) {
        this(SchemaChecker.check(root, dialect), packageName);
    }

    /** The same of a schema that is there. */
    public Generation(Schema schema, String packageName) {
        this.schema = schema;
        this.packageName = packageName;
    }

    /** Writes the sources under a source root. */
    public void writeSources(Path sourceRoot) {
        new OutputFolder(sourceRoot).write(JavaBackEnd.generate(schema, packageName), ".java");
    }

    /** Writes {@code introspection.json}, conditions kept, into the package's folder. */
    public void writeResources(Path resourceRoot) {
        String path = packageName.replace('.', '/') + "/introspection.json";
        String text = JsonText.of(Introspection.of(schema, true, Presence.keep())) + "\n";
        new OutputFolder(resourceRoot).write(Map.of(path, text), ".json");
    }
}
