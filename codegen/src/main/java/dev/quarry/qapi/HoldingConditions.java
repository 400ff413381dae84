package dev.quarry.qapi;

import dev.quarry.qapi.json.JsonReader;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;

/** The option that says which conditions hold; without it, all of them do. */
final class HoldingConditions {
    @Option(
            names = "--conditions",
            paramLabel = "FILE",
            description =
                    "which conditions hold: a JSON object of identifier to boolean; what it does"
                            + " not name holds (default: every one)")
    private @Nullable Path file;

    /** As {@link #identifiers}; null where the option was not given. */
    @Nullable Predicate<String> given() {
        return file == null ? null : of(file);
    }

    Predicate<String> identifiers() {
        return file == null ? name -> true : of(file);
    }

    /**
     * The conditions that a file says to hold: what it does not name, holds.
     *
     * @throws UncheckedIOException the file can't be read, or holds something else
     */
    static Predicate<String> of(Path file) {
        Map<?, ?> given = read(file);
        return name -> !Boolean.FALSE.equals(given.get(name));
    }

    private static Map<?, ?> read(Path file) {
        try {
            if (JsonReader.read(Files.readString(file)) instanceof Map<?, ?> object) {
                return object;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + file, e);
        } catch (IllegalArgumentException e) {
            throw new UncheckedIOException(new IOException(file + ": " + e.getMessage(), e));
        }
        throw new UncheckedIOException(new IOException(file + ": expected a JSON object"));
    }
}
