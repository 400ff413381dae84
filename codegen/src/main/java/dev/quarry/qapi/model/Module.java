package dev.quarry.qapi.model;

import dev.quarry.qapi.source.SourceFile;

import java.util.List;

/**
 * A schema file.
 *
 * @param definitions what is defined in it, in order, implicit types included
 * @param comments documentation that belongs to no definition, in order
 */
public record Module(SourceFile file, List<Definition> definitions, List<FreeText> comments) {
    /** A file without comments. */
    public Module(SourceFile file, List<Definition> definitions) {
        this(file, definitions, List.of());
    }

    public Module {
        definitions = List.copyOf(definitions);
        comments = List.copyOf(comments);
    }
}
