package dev.quarry.qapi.source;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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

    private static final int MAX_MEGABYTES = 64;

    /**
     * Reads a file; a final newline is supplied where it is missing.
     *
     * @throws IOException it can't be read, is no UTF-8, or is larger than 64 MiB
     */
    public static SourceFile read(Path path, @Nullable Location includedAt) throws IOException {
        if (includedAt != null && Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("it is no regular file");
        }
        String text = text(path);
        return new SourceFile(path, text.endsWith("\n") ? text : text + "\n", includedAt);
    }

    private static String text(Path path) throws IOException {
        int max = MAX_MEGABYTES << 20;
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(max + 1);
            if (bytes.length > max) {
                throw new IOException("it is larger than " + MAX_MEGABYTES + " MiB");
            }
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new IOException("it is not UTF-8 text", e);
        }
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
