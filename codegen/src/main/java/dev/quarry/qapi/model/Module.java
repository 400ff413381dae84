package dev.quarry.qapi.model;

import dev.quarry.qapi.source.SourceFile;

import java.util.List;

/**
 * A schema file.
 *
 * @param definitions what is defined in it, in order, implicit types included
 */
public record Module(SourceFile file, List<Definition> definitions) {
    public Module {
        definitions = List.copyOf(definitions);
    }
}
