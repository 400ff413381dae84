package dev.quarry.qapi.source;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A schema file's text.
 *
 * @param path where it was read from, relative paths kept as the user or the including file wrote
 *     them
 * @param text the text, which always ends in a newline
 * @param includedAt the directive that included it; null for the root file
 */
public record SourceFile(Path path, String text, @Nullable Location includedAt) {

    /** Reads a file; a final newline is supplied where it is missing. */
    public static SourceFile read(Path path, @Nullable Location includedAt) throws IOException {
        String text = Files.readString(path);
        return new SourceFile(path, text.endsWith("\n") ? text : text + "\n", includedAt);
    }

    /** The file's name without folders and without {@code .json}. */
    public String baseName() {
        String name = String.valueOf(path.getFileName());
        return name.endsWith(".json") ? name.substring(0, name.length() - ".json".length()) : name;
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
