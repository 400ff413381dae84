package dev.quarry.qapi.source;

/**
 * A place in a schema file.
 *
 * @param line counts from 1
 * @param column counts from 1; a tab advances to the next multiple of 8
 */
public record Location(SourceFile file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
