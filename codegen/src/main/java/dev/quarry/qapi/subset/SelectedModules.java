package dev.quarry.qapi.subset;

import dev.quarry.qapi.model.Definition;
import dev.quarry.qapi.model.Module;
import dev.quarry.qapi.model.Schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What some files of a schema define, and the types that it needs from other files. */
public final class SelectedModules {
    private SelectedModules() {}

    /**
     * The schema of these files alone.
     *
     * @param names of files, without folder and {@code .json}
     * @throws SubsetException there is no such file in the schema
     */
    public static Schema of(Schema schema, Collection<String> names) {
        List<String> all = schema.modules().stream().map(m -> m.file().baseName()).toList();
        for (String name : names) {
            if (!all.contains(name)) {
                throw new SubsetException(
                        "the schema has no module '" + name + "', only " + String.join(" ", all));
            }
        }
        List<Definition> wanted = new ArrayList<>();
        for (Module module : schema.modules()) {
            if (names.contains(module.file().baseName())) {
                wanted.addAll(module.definitions());
            }
        }
        return new Kept(wanted).schema(schema.modules(), schema.definitions());
    }
}
