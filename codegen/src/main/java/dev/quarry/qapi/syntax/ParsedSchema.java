package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.Diagnostic;
import dev.quarry.qapi.source.SourceFile;

import java.util.List;

/**
 * Everything read from the root file and the files it includes.
 *
 * @param expressions in the order of inclusion: what an included file holds stands where the first
 *     include directive stood
 * @param modules the files, in the order in which they were opened, the root first
 * @param freeText documentation blocks that belong to no definition
 * @param lint what is not as it should be, but no error in the dialect
 */
public record ParsedSchema(
        List<Expression> expressions,
        List<SourceFile> modules,
        List<DocComment> freeText,
        Pragmas pragmas,
        Dialect dialect,
        List<Diagnostic> lint) {
    public ParsedSchema {
        expressions = List.copyOf(expressions);
        modules = List.copyOf(modules);
        freeText = List.copyOf(freeText);
        lint = List.copyOf(lint);
    }
}
