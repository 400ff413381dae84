package dev.quarry.qapi;

import dev.quarry.qapi.json.JsonReader;
import dev.quarry.qapi.json.Presence;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The options that say which conditions hold; without one, all of them do. */
final class ConditionOptions {
    @Option(
            names = "--conditions",
            paramLabel = "FILE",
            description =
                    "which conditions hold: a JSON object of identifier to boolean; what it does"
                            + " not name holds (default: every one)")
    private @Nullable Path file;

    @Option(
            names = "--keep-conditions",
            description = "wrap what has a condition: {\"if\": ..., \"value\": ...}")
    private boolean keep;

    Presence presence() {
        if (keep) {
            return Presence.keep();
        }
        Map<?, ?> identifiers = file == null ? Map.of() : read(file);
        return Presence.evaluate(name -> !Boolean.FALSE.equals(identifiers.get(name)));
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
