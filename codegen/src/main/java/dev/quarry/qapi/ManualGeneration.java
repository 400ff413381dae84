package dev.quarry.qapi;

import dev.quarry.qapi.check.SchemaChecker;
import dev.quarry.qapi.docs.Manual;
import dev.quarry.qapi.model.Schema;
import dev.quarry.qapi.syntax.Dialect;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/** Writes the manual of a schema into a folder. */
public final class ManualGeneration {
    private ManualGeneration() {}

    /**
     * Writes the manual; files whose text stays the same are not touched, and pages that an earlier
     * run left behind are removed.
     *
     * @param root the root file of the schema
     * @param dialect the releases whose language it may be in
     * @param title what the manual is called; null for the name of the root file
     * @throws dev.quarry.qapi.source.SchemaException the schema is wrong
     * @throws java.io.UncheckedIOException a file can't be written
     */
    public static void write(Path root, Dialect dialect, @Nullable String title, Path folder) {
        Schema schema = SchemaChecker.check(root, dialect);
        String name = title == null ? schema.modules().get(0).file().baseName() : title;
        new OutputFolder(folder).replace(Manual.of(schema, name), Manual.MARK);
    }
}
