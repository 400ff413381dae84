package dev.quarry.qapi.syntax;

import dev.quarry.qapi.source.SourceFile;

import java.util.List;

/**
 * Everything read from the root file and the files it includes.
 *
 * @param expressions in the order of inclusion: what an included file holds stands where the first
 *     include directive stood
 * @param modules the files, in the order in which they were opened, the root first
 * @param freeText documentation blocks that belong to no definition
 * @param docRules what becomes of documentation that breaks a rule; has what did so far
 */
public record ParsedSchema(
        List<Expression> expressions,
        List<SourceFile> modules,
        List<DocComment> freeText,
        Pragmas pragmas,
        Dialect dialect,
        DocRules docRules) {
    public ParsedSchema {
        expressions = List.copyOf(expressions);
        modules = List.copyOf(modules);
        freeText = List.copyOf(freeText);
    }
}
